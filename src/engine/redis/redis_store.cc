#include "engine/redis/redis_store.h"

#include <openssl/evp.h>

#include <array>

#include "engine/redis/script_text.h"

namespace allot {
namespace {

std::string_view text_of(RedisScript script) {
  switch (script) {
    case RedisScript::kClaim: return k_claim_lua;
    case RedisScript::kOrder: return k_order_lua;
    case RedisScript::kCredit: return k_credit_lua;
    case RedisScript::kLive: return k_live_lua;
    case RedisScript::kFence: return k_fence_lua;
  }
  return {};
}

/// By which a server knows a script: SHA-1 in hexadecimal digits.
std::string name_of(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int bytes = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &bytes, EVP_sha1(), nullptr);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name;
  for (unsigned int i = 0; i < bytes; ++i) {
    name += kDigits[digest[i] >> 4U];
    name += kDigits[digest[i] & 15U];
  }
  return name;
}

const std::string& name_of(RedisScript script) {
  static const std::array<std::string, 5> names = {name_of(k_claim_lua), name_of(k_order_lua), name_of(k_credit_lua),
                                                   name_of(k_live_lua), name_of(k_fence_lua)};
  return names[static_cast<std::size_t>(script)];
}

std::vector<std::string_view> words_of(const ScriptCall& call, std::string_view verb, std::string_view script,
                                       std::string_view key_count) {
  std::vector<std::string_view> words = {verb, script, key_count};
  words.insert(words.end(), call.keys().begin(), call.keys().end());
  words.insert(words.end(), call.args().begin(), call.args().end());
  return words;
}

}  // namespace

void RedisStore::run(std::shared_ptr<const ScriptCall> call, RedisDone done) {
  const std::string count = std::to_string(call->keys().size());
  const auto words = words_of(*call, "EVALSHA", name_of(call->script()), count);
  connection_.send(words, [this, call, count, done = std::move(done)](RedisFate fate, RedisReply reply) {
    if (fate == RedisFate::kAnswered && reply.is_error("NOSCRIPT")) {
      connection_.send(words_of(*call, "EVAL", text_of(call->script()), count), done);
      return;
    }
    done(fate, std::move(reply));
  });
}

void RedisStore::command(const std::vector<std::string>& words, RedisDone done) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  connection_.send(views, std::move(done));
}

}  // namespace allot
