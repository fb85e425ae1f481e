#include "ledger/database/sale_steps.h"

#include "ledger/database/engine_mark.h"
#include "ledger/sale_mode.h"
#include "wire/json/definition_json.h"

namespace allot::database {
namespace {

constexpr std::string_view kFind = "SELECT uid, first_definition FROM allot_sale WHERE live = ?";
constexpr std::string_view kNextUid = "SELECT coalesce(max(uid), 0) + 1 FROM allot_sale";
constexpr std::string_view kInsert =
    "INSERT INTO allot_sale(uid, sale, definition, first_definition, status, version, mode, epoch, seq, nonce, "
    "credit_no, claims, engine, claims_per_user_most, units_per_user_most, created_at, newest_at) "
    "VALUES(?, ?, ?, ?, 'open', 1, ?, 1, 0, 0, 0, 0, ?, ?, ?, ?, ?)";
constexpr Column kPool[] = {{"uid"}, {"pool", Column::Type::kText}, {"stocked"}, {"taken"}, {"confirmed"}};
constexpr BulkSql kInsertPools{BulkSql::Form::kInsert, "allot_pool", kPool};
constexpr std::string_view kHeld =
    "SELECT pool, taken - confirmed FROM allot_pool WHERE uid = ? AND taken <> confirmed ORDER BY pool";

}  // namespace

void SaleSteps::run(CreateStep& step) {
  const std::string marked = lock_engine(connection_);
  if (marked != engine_name(engine_)) {
    throw Displaced("the ledger belongs to the engine '" + marked + "' now; nothing was recorded");
  }
  if (answer_existing(step)) {
    if (sales_.find(SaleKey(step.uid)) == nullptr) sales_.add_created(step.uid);
    return;
  }
  const auto next = connection_.query(kNextUid);
  next->next();
  step.uid = static_cast<SaleUid>(next->integer(0));
  insert(step);
  sales_.add_created(step.uid);
  step.verdict = Verdict::kCreated;
}

bool SaleSteps::answer_existing(CreateStep& step) {
  const auto row = connection_.query(kFind, step.sale);
  if (!row->next()) return false;
  step.uid = static_cast<SaleUid>(row->integer(0));
  // Compared as definitions, not as text: a later version may write the same thing differently.
  const Result<SaleDefinition> first = parse_stored_definition(row->text(1));
  step.verdict = first && *first == step.definition ? Verdict::kOk : Verdict::kSaleExists;
  return true;
}

void SaleSteps::insert(const CreateStep& step) {
  const std::string json = definition_json(step.definition);
  connection_.run(kInsert, step.uid, step.sale, json, json, mode_word(first_mode(engine_)), engine_name(engine_),
                  step.definition.claims_per_user, step.definition.units_per_user, step.now, step.now);
  Batch pools(std::size(kPool));
  for (const auto& [pool, stock] : step.definition.pools) pools.add({step.uid, pool, stock, 0, 0});
  if (step.definition.total) pools.add({step.uid, kTotalPool, *step.definition.total, 0, 0});
  connection_.write(kInsertPools, pools);
}

void SaleSteps::run(ResumeStep& step) {
  step.verdict = Verdict::kUnknownSale;
  TouchedSale* sale = sales_.find(step.sale);
  if (sale == nullptr) return;
  step.verdict = sale->switched == SaleSwitch::kClosed ? Verdict::kClosed : Verdict::kOk;
  if (sale->switched != SaleSwitch::kPaused) return;
  sale->switched = SaleSwitch::kOpen;
  sale->changed = true;
  sale->credit.emplace_back(SwitchCredit{SaleSwitch::kOpen});
}

void SaleSteps::run(DeleteStep& step) {
  TouchedSale* sale = sales_.find(step.sale);
  if (sale == nullptr) {
    step.verdict = sales_.was_deleted(step.sale.uid) ? Verdict::kOk : Verdict::kUnknownSale;
    return;
  }
  step.verdict = Verdict::kNotSettled;
  if (sale->switched != SaleSwitch::kClosed) {
    step.detail = "the sale is not closed; close it first";
    return;
  }
  sales_.write_pools(*sale);
  if (const auto held = connection_.query(kHeld, sale->uid); held->next()) {
    step.detail = std::to_string(held->integer(1)) + " units of the pool '" + std::string(held->text(0)) +
                  "' are still held; confirm or release their claims first";
    return;
  }
  sale->deleted = true;
  sale->changed = true;
  sales_.write_row(*sale);  // at once, so that a later step of this transaction may use the name
  step.verdict = Verdict::kOk;
}

}  // namespace allot::database
