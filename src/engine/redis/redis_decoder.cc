#include "engine/redis/redis_decoder.h"

#include <hiredis/hiredis.h>

namespace allot {
namespace {

struct FreeReply {
  void operator()(void* reply) const noexcept { freeReplyObject(reply); }
};

RedisReply copied(const redisReply& from) {
  RedisReply to;
  switch (from.type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      to.kind = RedisReply::Kind::kText;
      to.text.assign(from.str, from.len);
      break;
    case REDIS_REPLY_ERROR:
      to.kind = RedisReply::Kind::kError;
      to.text.assign(from.str, from.len);
      break;
    case REDIS_REPLY_INTEGER:
      to.kind = RedisReply::Kind::kInteger;
      to.integer = from.integer;
      break;
    case REDIS_REPLY_ARRAY:
      to.kind = RedisReply::Kind::kArray;
      to.items.reserve(from.elements);
      for (std::size_t i = 0; i < from.elements; ++i) to.items.push_back(copied(*from.element[i]));
      break;
    default: break;
  }
  return to;
}

}  // namespace

void RedisDecoder::Free::operator()(redisReader* reader) const noexcept { redisReaderFree(reader); }

RedisDecoder::RedisDecoder() { reset(); }

void RedisDecoder::reset() {
  reader_.reset(redisReaderCreate());
  failed_ = false;
}

void RedisDecoder::feed(std::string_view bytes) {
  failed_ = failed_ || redisReaderFeed(reader_.get(), bytes.data(), bytes.size()) != REDIS_OK;
}

bool RedisDecoder::next(RedisReply& reply) {
  if (failed_) return false;
  void* found = nullptr;
  if (redisReaderGetReply(reader_.get(), &found) != REDIS_OK) {
    failed_ = true;
    return false;
  }
  if (found == nullptr) return false;
  const std::unique_ptr<void, FreeReply> owned(found);
  reply = copied(*static_cast<const redisReply*>(found));
  return true;
}

}  // namespace allot
