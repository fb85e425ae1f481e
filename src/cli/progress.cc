#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/text_bar.h"

namespace allot {
namespace {
constexpr std::size_t kBarColumns = 30;
constexpr int kTicksPerDraw = 4;   // on a terminal
constexpr int kTicksPerLine = 40;  // elsewhere
constexpr auto kTick = std::chrono::milliseconds(25);
}  // namespace

Progress::Progress(std::string title, std::uint64_t total, const std::atomic<std::uint64_t>& done,
                   std::function<std::string()> note)
    : title_(std::move(title)),
      total_(std::max<std::uint64_t>(1, total)),
      done_(done),
      note_(std::move(note)),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      thread_([this] { run(); }) {}

Progress::~Progress() {
  stop_ = true;
  thread_.join();
  draw();
  if (is_terminal_) std::fputs("\n", stderr);
}

void Progress::run() {
  const int every = is_terminal_ ? kTicksPerDraw : kTicksPerLine;
  for (int tick = 1; !stop_; ++tick) {
    if (tick % every == 0) draw();
    std::this_thread::sleep_for(kTick);
  }
}

void Progress::draw() {
  const std::uint64_t done = std::min(done_.load(), total_);
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const std::string note = note_ ? "  " + note_() : "";
  const std::string percent = right_aligned(std::to_string(static_cast<int>(share * 100)), 3) + " %";
  if (is_terminal_) {
    const std::string bar = padded(text_bar(share, kBarColumns), kBarColumns);
    std::fprintf(stderr, "\r  %s ▕%s▏ %s%s\x1b[K", title_.c_str(), bar.c_str(), percent.c_str(), note.c_str());
  } else {
    std::fprintf(stderr, "%s %s%s\n", title_.c_str(), percent.c_str(), note.c_str());
  }
  std::fflush(stderr);
}

}  // namespace allot
