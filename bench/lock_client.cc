// Buys from Redis the way that locks do it: SET NX PX, look, decrease, record, release by script. Several
// round trips per purchase, so redis-benchmark cannot drive it.
//   lock_client PORT KEY RELEASE.lua CONNECTIONS PURCHASES SLEEP_US
// One blocking connection per thread. Prints {"purchases":N,"busy":N,"refused":N,"lost":N,"seconds":S}.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// A blocking connection. Throws std::runtime_error on a lost connection or an error reply.
class Redis {
 public:
  explicit Redis(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect to Redis");
    }
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~Redis() { close(socket_); }
  Redis(const Redis&) = delete;
  Redis& operator=(const Redis&) = delete;

  // The reply as text: a status, an integer's digits, a bulk's bytes, or "nil".
  std::string call(std::initializer_list<std::string_view> words) {
    out_ = "*" + std::to_string(words.size()) + "\r\n";
    for (const std::string_view word : words) {
      out_.append("$").append(std::to_string(word.size())).append("\r\n").append(word).append("\r\n");
    }
    send_all();
    return reply();
  }

 private:
  void send_all() {
    for (std::size_t sent = 0; sent < out_.size();) {
      const ssize_t n = send(socket_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) throw std::runtime_error("the connection to Redis was lost");
      sent += static_cast<std::size_t>(n);
    }
  }

  void more() {
    char bytes[4096];
    const ssize_t n = recv(socket_, bytes, sizeof bytes, 0);
    if (n <= 0) throw std::runtime_error("the connection to Redis was lost");
    in_.append(bytes, static_cast<std::size_t>(n));
  }

  std::string take(std::size_t size) {  // and the line end behind it
    while (in_.size() < size + 2) more();
    std::string text = in_.substr(0, size);
    in_.erase(0, size + 2);
    return text;
  }

  std::string reply() {
    std::size_t end = 0;
    while ((end = in_.find("\r\n")) == std::string::npos) more();
    const std::string line = take(end);
    if (line.at(0) == '-') throw std::runtime_error("Redis answered " + line);
    if (line[0] != '$') return line.substr(1);
    const int size = std::atoi(line.c_str() + 1);
    return size < 0 ? "nil" : take(static_cast<std::size_t>(size));
  }

  int socket_;
  std::string out_;
  std::string in_;
};

struct Sale {
  std::uint16_t port;
  std::string lock, stock, buyers, orders, release_script;
  std::chrono::microseconds sleep;
};

struct Counts {
  std::atomic<std::int64_t> to_buy{0};
  std::atomic<std::int64_t> purchases{0};
  std::atomic<std::int64_t> busy{0};     // tries that found the lock taken
  std::atomic<std::int64_t> refused{0};  // sold out or already bought
  std::atomic<std::int64_t> lost{0};     // releases that found the lock expired: somebody else may be in
};

bool buy(Redis& redis, const Sale& sale, const std::string& user) {
  if (redis.call({"SISMEMBER", sale.buyers, user}) == "1") return false;
  const std::string left = redis.call({"GET", sale.stock});
  if (left == "nil" || std::atoll(left.c_str()) < 1) return false;
  redis.call({"DECRBY", sale.stock, "1"});
  redis.call({"SADD", sale.buyers, user});
  redis.call({"XADD", sale.orders, "*", "user", user, "units", "1"});
  return true;
}

void work(const Sale& sale, Counts& counts, std::uint64_t seed) {
  Redis redis(sale.port);
  std::mt19937_64 random(seed);
  const std::string sha = redis.call({"SCRIPT", "LOAD", sale.release_script});
  while (counts.to_buy.fetch_sub(1) > 0) {
    const std::string user = "u" + std::to_string(random() % 1'000'000'000'000);
    const std::string token = std::to_string(random());
    while (redis.call({"SET", sale.lock, token, "NX", "PX", "10000"}) == "nil") {
      ++counts.busy;
      std::this_thread::sleep_for(sale.sleep);
    }
    ++(buy(redis, sale, user) ? counts.purchases : counts.refused);
    if (redis.call({"EVALSHA", sha, "1", sale.lock, token}) != "1") ++counts.lost;
  }
}

std::string file_text(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(char** words) {
  const std::string key = words[2];
  const Sale sale{static_cast<std::uint16_t>(std::atoi(words[1])),
                  key + ":lock",
                  key + ":stock",
                  key + ":buyers",
                  key + ":orders",
                  file_text(words[3]),
                  std::chrono::microseconds(std::atoi(words[6]))};
  Counts counts;
  counts.to_buy = std::atoll(words[5]);
  std::vector<std::thread> threads;
  std::random_device seed;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < std::atoi(words[4]); ++i) {
    threads.emplace_back([&sale, &counts, value = seed()] {
      try {
        work(sale, counts, value);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "lock_client: %s\n", error.what());
        std::_Exit(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"purchases\":%lld,\"busy\":%lld,\"refused\":%lld,\"lost\":%lld,\"seconds\":%.6f}\n",
              static_cast<long long>(counts.purchases), static_cast<long long>(counts.busy),
              static_cast<long long>(counts.refused), static_cast<long long>(counts.lost), seconds.count());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 7) {
    std::fprintf(stderr, "usage: lock_client PORT KEY RELEASE.lua CONNECTIONS PURCHASES SLEEP_US\n");
    return 2;
  }
  run(argv);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "lock_client: %s\n", error.what());
  return 1;
}
