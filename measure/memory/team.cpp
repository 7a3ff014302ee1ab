// Members are processes, because a walk's code and memory are at fixed addresses. They communicate through a shared
// page.
#include "measure/memory/walk_code.h"

#include "measure/harness/machine_memory.h"
#include "measure/harness/stopwatch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <new>

#if defined(__linux__)
#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace osaca::measure::memory {

#if defined(__linux__) && defined(__x86_64__)

namespace {

constexpr std::size_t most_members = 256;
constexpr double patience_seconds = 30; // how long to wait for the others to be ready

struct alignas(64) Member {
  std::atomic<bool> is_ready;
  std::atomic<bool> is_done;
  double steps;
  double seconds;
  double stolen;
};

struct Board {
  std::atomic<bool> may_begin;
  std::atomic<bool> is_over;
  std::array<Member, most_members> members;
  alignas(64) std::atomic<std::uint64_t> ball;
};

/// Memory that this process shares with its children.
class SharedBoard {
public:
  SharedBoard() {
    void *memory = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    board_ = memory == MAP_FAILED ? nullptr : new (memory) Board{};
  }
  SharedBoard(const SharedBoard &) = delete;
  SharedBoard &operator=(const SharedBoard &) = delete;
  ~SharedBoard() {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
    if (board_ != nullptr)
      ::munmap(board_, sizeof(Board));
  }
  [[nodiscard]] Board *get() const { return board_; }

  /// Runs `work` in a process of its own on that CPU.
  template <class Work> bool start(int cpu, const Work &work) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(static_cast<unsigned>(2 * patience_seconds)); // in case the parent does not end it
      if (stay_on(cpu))
        work();
      ::_exit(0);
    }
    if (child > 0)
      children_.push_back(child);
    return child > 0;
  }

private:
  Board *board_ = nullptr;
  std::vector<pid_t> children_;
};

/// Waits for the common start, and walks until the time is over.
void take_part(const Walk &walk, Board &board, Member &member) {
  ReadyWalk ready;
  if (!ready.prepare(walk))
    return;
  ready.go();
  member.is_ready = true;
  const Stopwatch waiting;
  while (!board.may_begin)
    if (waiting.seconds() > patience_seconds)
      return;
  const double stolen = stolen_seconds();
  const Stopwatch watch;
  double steps = 0;
  while (!board.is_over) {
    ready.go();
    steps += ready.steps();
  }
  member.seconds = watch.seconds();
  member.stolen = stolen_seconds() - stolen;
  member.steps = steps;
  member.is_done = true;
}

bool all_of_them(const Board &board, std::size_t count, std::atomic<bool> Member::*flag) {
  return std::all_of(board.members.begin(), board.members.begin() + static_cast<std::ptrdiff_t>(count),
                     [flag](const Member &member) { return (member.*flag).load(); });
}

bool wait_for_all(const Board &board, std::size_t count, std::atomic<bool> Member::*flag) {
  const Stopwatch watch;
  while (!all_of_them(board, count, flag)) {
    if (watch.seconds() > patience_seconds)
      return false;
    ::usleep(1000);
  }
  return true;
}

/// Runs the given walks at the same time. Empty: success.
std::string run_team(SharedBoard &shared, const std::vector<Walk> &walks, const std::vector<int> &cpus,
                     double seconds) {
  Board *board = shared.get();
  if (board == nullptr || walks.size() > most_members)
    return "no shared memory";
  for (std::size_t i = 0; i < walks.size(); ++i)
    if (!shared.start(cpus[i], [&, i] { take_part(walks[i], *board, board->members[i]); }))
      return "cannot start a process";
  if (!wait_for_all(*board, walks.size(), &Member::is_ready))
    return "not all processes became ready";
  board->may_begin = true;
  ::usleep(static_cast<unsigned>(1e6 * seconds));
  board->is_over = true;
  return wait_for_all(*board, walks.size(), &Member::is_done) ? "" : "not all processes finished";
}

double gb_per_s_of(const Member &member) {
  return member.steps * static_cast<double>(line_bytes) / member.seconds / 1e9;
}

} // namespace

TeamFigure team_rate(const Walk &walk, const std::vector<int> &cpus, double seconds) {
  TeamFigure figure;
  SharedBoard shared;
  figure.problem = run_team(shared, std::vector<Walk>(cpus.size(), walk), cpus, seconds);
  for (std::size_t i = 0; figure.problem.empty() && i < cpus.size(); ++i) {
    const Member &member = shared.get()->members[i];
    figure.gb_per_s += gb_per_s_of(member);
    figure.stolen_share = std::max(figure.stolen_share, member.stolen / member.seconds);
  }
  return figure;
}

LoadedLatency loaded_latency(const Walk &chase, const Walk &load, const std::vector<int> &cpus, double seconds) {
  LoadedLatency figure;
  SharedBoard shared;
  std::vector<Walk> walks(cpus.size(), load);
  walks.front() = chase;
  figure.problem = run_team(shared, walks, cpus, seconds);
  if (!figure.problem.empty())
    return figure;
  const Member &first = shared.get()->members.front();
  figure.ns = 1e9 * first.seconds / first.steps;
  for (std::size_t i = 1; i < cpus.size(); ++i)
    figure.gb_per_s += gb_per_s_of(shared.get()->members[i]);
  return figure;
}

std::optional<double> hand_over_ns(int one, int other) {
  constexpr std::uint64_t turns = 20'000;
  constexpr std::uint64_t untimed_turns = 2'000;
  constexpr double longest_seconds = 2;
  SharedBoard shared;
  Board *board = shared.get();
  if (board == nullptr)
    return std::nullopt;
  // Each process waits until the number has its parity, and then increments it.
  const auto play = [board](std::uint64_t parity, Member *member) {
    Stopwatch watch;
    for (std::uint64_t turn = parity; turn < turns; turn += 2) {
      if (turn == untimed_turns)
        watch = Stopwatch();
      for (std::uint64_t tries = 0; board->ball.load(std::memory_order_acquire) != turn;)
        if ((++tries & 0xffffU) == 0 && watch.seconds() > longest_seconds)
          return;
      board->ball.store(turn + 1, std::memory_order_release);
    }
    member->seconds = watch.seconds();
    member->is_done = true;
  };
  if (!shared.start(one, [&] { play(0, board->members.data()); }) ||
      !shared.start(other, [&] { play(1, &board->members[1]); }))
    return std::nullopt;
  const Stopwatch watch;
  while (!all_of_them(*board, 2, &Member::is_done)) {
    if (watch.seconds() > 2 * longest_seconds)
      return std::nullopt;
    ::usleep(1000);
  }
  return 1e9 * board->members.front().seconds / static_cast<double>(turns - untimed_turns);
}

#else

TeamFigure team_rate(const Walk &, const std::vector<int> &, double) { return {0, 0, "unsupported"}; }
LoadedLatency loaded_latency(const Walk &, const Walk &, const std::vector<int> &, double) {
  return {0, 0, "unsupported"};
}
std::optional<double> hand_over_ns(int, int) { return std::nullopt; }

#endif

} // namespace osaca::measure::memory
