// COMMAND …: what libraries ask to learn which commands there are and where their keys stand.
#include "wire/resp/resp_connection.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

bool is_offered(const RespEntry& entry) { return entry.word != RespWord::kLater; }

std::size_t count_offered() {
  std::size_t count = 0;
  for (const RespEntry& entry : resp_entries()) count += is_offered(entry) ? 1 : 0;
  return count;
}

/// name, arity, flags, first key, last key, step, ACL categories, tips, key specifications, subcommands.
void write_entry(std::string& out, const RespEntry& entry, int protocol) {
  const auto least = static_cast<std::int64_t>(entry.words_min);
  write_resp_array(out, 10);
  write_resp_bulk(out, entry.name);
  write_resp_integer(out, entry.words_min == entry.words_max ? least : -least);
  write_resp_set(out, 1, protocol);
  write_resp_simple(out, entry.writes ? "write" : "readonly");
  for (int i = 0; i < 3; ++i) write_resp_integer(out, entry.names_sale ? 1 : 0);
  write_resp_set(out, 0, protocol);
  for (int i = 0; i < 3; ++i) write_resp_array(out, 0);
}

void write_all(std::string& out, int protocol) {
  write_resp_array(out, count_offered());
  for (const RespEntry& entry : resp_entries()) {
    if (is_offered(entry)) write_entry(out, entry, protocol);
  }
}

const RespEntry* find_offered(std::string_view word) {
  const RespEntry* entry = find_resp_entry(word);
  return entry != nullptr && is_offered(*entry) ? entry : nullptr;
}

void write_some(std::string& out, RespWords names, int protocol) {
  write_resp_array(out, names.size());
  for (const std::string_view name : names) {
    const RespEntry* entry = find_offered(name);
    if (entry != nullptr) {
      write_entry(out, *entry, protocol);
    } else {
      write_resp_null(out, protocol);
    }
  }
}

void write_names(std::string& out) {
  write_resp_array(out, count_offered());
  for (const RespEntry& entry : resp_entries()) {
    if (is_offered(entry)) write_resp_bulk(out, entry.name);
  }
}

void write_doc(std::string& out, const RespEntry& entry, int protocol) {
  write_resp_bulk(out, entry.name);
  write_resp_map(out, 1, protocol);
  write_resp_bulk(out, "group");
  write_resp_bulk(out, entry.names_sale ? "generic" : "server");
}

/// Unknown names are left out, as Redis does.
void write_docs(std::string& out, RespWords names, int protocol) {
  std::string docs;
  std::size_t count = 0;
  const auto add = [&](const RespEntry& entry) {
    write_doc(docs, entry, protocol);
    ++count;
  };
  for (const std::string_view name : names) {
    if (const RespEntry* entry = find_offered(name)) add(*entry);
  }
  for (const RespEntry& entry : resp_entries()) {
    if (names.empty() && is_offered(entry)) add(entry);
  }
  write_resp_map(out, count, protocol);
  out.append(docs);
}

void write_keys(std::string& out, RespWords command) {
  if (command.empty()) return write_resp_wrong_count(out, "command|getkeys");
  const RespEntry* entry = find_offered(command.front());
  if (entry == nullptr) return write_resp_error(out, "ERR Invalid command specified");
  if (!entry->names_sale) return write_resp_error(out, "ERR The command has no key arguments");
  if (command.size() < entry->words_min || command.size() > entry->words_max) {
    return write_resp_error(out, "ERR Invalid number of arguments specified for command");
  }
  write_resp_array(out, 1);
  write_resp_bulk(out, command[1]);
}

}  // namespace

void write_resp_command_info(std::string& out, RespWords words, int protocol) {
  if (words.size() == 1) return write_all(out, protocol);
  const std::string_view word = words[1];
  if (equals_lower(word, "count")) return write_resp_integer(out, static_cast<std::int64_t>(count_offered()));
  if (equals_lower(word, "list")) return write_names(out);
  if (equals_lower(word, "docs")) return write_docs(out, words.subspan(2), protocol);
  if (equals_lower(word, "getkeys")) return write_keys(out, words.subspan(2));
  if (!equals_lower(word, "info")) return write_resp_unknown_subcommand(out, word);
  if (words.size() == 2) return write_all(out, protocol);
  write_some(out, words.subspan(2), protocol);
}

}  // namespace allot
