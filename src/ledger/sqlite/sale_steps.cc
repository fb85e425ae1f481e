#include "ledger/sqlite/sale_steps.h"

#include "ledger/sqlite/status_text.h"
#include "wire/json/definition_json.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kFind =
    "SELECT uid, first_definition FROM allot_sale WHERE sale = ? AND status <> 'deleted'";
constexpr std::string_view kStatus = "SELECT status FROM allot_sale WHERE uid = ?";
constexpr std::string_view kNextUid = "SELECT coalesce(max(uid), 0) + 1 FROM allot_sale";
constexpr std::string_view kInsert =
    "INSERT INTO allot_sale(uid, sale, definition, first_definition, status, version, mode, epoch, seq, nonce, "
    "credit_no, claims, engine, claims_per_user_most, units_per_user_most, created_at) "
    "VALUES(?1, ?2, ?3, ?3, 'open', 1, ?7, 1, 0, 0, 0, 0, ?8, ?4, ?5, ?6)";
constexpr std::string_view kInsertPool =
    "INSERT INTO allot_pool(uid, pool, stocked, taken, confirmed) VALUES(?, ?, ?, 0, 0)";
constexpr std::string_view kHeld =
    "SELECT pool, taken - confirmed FROM allot_pool WHERE uid = ? AND taken <> confirmed";

}  // namespace

SaleSteps::SaleSteps(Connection& writer, TouchedSales& sales, EngineKind engine)
    : sales_(sales),
      engine_(engine),
      find_(writer, kFind),
      status_(writer, kStatus),
      next_uid_(writer, kNextUid),
      insert_(writer, kInsert),
      insert_pool_(writer, kInsertPool),
      held_(writer, kHeld) {}

void SaleSteps::run(CreateStep& step) {
  if (answer_existing(step)) return;
  Rows next = next_uid_.query();
  next.next();
  step.uid = static_cast<SaleUid>(next.integer(0));
  insert_.run(step.uid, step.sale, definition_json(step.definition), step.definition.claims_per_user,
              step.definition.units_per_user, step.now, mode_name(engine_), engine_name(engine_));
  insert_pools(step);
  step.verdict = Verdict::kCreated;
}

bool SaleSteps::answer_existing(CreateStep& step) {
  Rows row = find_.query(std::string_view(step.sale));
  if (!row.next()) return false;
  step.uid = static_cast<SaleUid>(row.integer(0));
  // Compared as definitions, not as text: a later version may write the same thing differently.
  const Result<SaleDefinition> first = parse_stored_definition(row.text(1));
  step.verdict = first && *first == step.definition ? Verdict::kOk : Verdict::kSaleExists;
  return true;
}

void SaleSteps::insert_pools(const CreateStep& step) {
  for (const auto& [pool, stock] : step.definition.pools) insert_pool_.run(step.uid, pool, stock);
  if (step.definition.total) insert_pool_.run(step.uid, kTotalPool, *step.definition.total);
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
    step.verdict = Verdict::kUnknownSale;
    if (step.sale.uid == 0) return;
    Rows row = status_.query(step.sale.uid);
    if (row.next() && row.text(0) == kStatusDeleted) step.verdict = Verdict::kOk;
    return;
  }
  step.verdict = Verdict::kNotSettled;
  if (sale->switched != SaleSwitch::kClosed) {
    step.detail = "the sale is not closed; close it first";
    return;
  }
  sales_.write_pools(*sale);
  Rows held = held_.query(sale->uid);
  if (held.next()) {
    step.detail = std::to_string(held.integer(1)) + " units of the pool '" + std::string(held.text(0)) +
                  "' are still held; confirm or release their claims first";
    return;
  }
  sale->deleted = true;
  sale->changed = true;
  sales_.write_row(*sale);  // at once, so that a later step of this transaction may use the name
  step.verdict = Verdict::kOk;
}

}  // namespace allot::sqlite
