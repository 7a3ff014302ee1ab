// Moves between two registers and back, in a chain: next to no time if they only rename. And moves among as many
// additions as the units can take: whether they need a unit.
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"

#include "measure/harness/benchmark.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

struct Move {
  const char *name;
  const char *text; ///< from R to S
  RegisterSet set;
};

constexpr std::array<Move, 17> moves = {{
    {"mov_64", "mov R, S", RegisterSet::general64},
    {"mov_32", "mov R, S", RegisterSet::general32},
    {"mov_16", "mov R, S", RegisterSet::general16},
    {"mov_8", "mov R, S", RegisterSet::general8},
    {"lea", "lea (R), S", RegisterSet::general64},
    {"movaps", "movaps R, S", RegisterSet::xmm},
    {"movdqa", "movdqa R, S", RegisterSet::xmm},
    {"vmovaps_xmm", "vmovaps R, S", RegisterSet::xmm},
    {"vmovaps_ymm", "vmovaps R, S", RegisterSet::ymm},
    {"vmovaps_zmm", "vmovaps R, S", RegisterSet::zmm},
    {"vmovdqa_xmm", "vmovdqa R, S", RegisterSet::xmm},
    {"vmovdqa_ymm", "vmovdqa R, S", RegisterSet::ymm},
    {"vmovdqa64_zmm", "vmovdqa64 R, S", RegisterSet::zmm},
    {"vmovupd_ymm", "vmovupd R, S", RegisterSet::ymm},
    {"movss", "movss R, S", RegisterSet::xmm},
    {"vmovq", "vmovq R, S", RegisterSet::xmm},
    {"kmovq", "kmovq R, S", RegisterSet::mask},
}};

constexpr double hardly_any = 0.6; // cycles of a move that still has to wait for nothing but its place in line

std::string swapped(const std::string &text) {
  return replaced(replaced(replaced(text, "R", "T"), "S", "R"), "T", "S");
}

void add_move(Bench &bench, CalmTiming &timing, const Move &move, std::vector<Finding> &found) {
  const std::string name = std::string("moves.") + move.name;
  const std::string there = with_registers(move.text, move.set, 0);
  Evidence chain(bench);
  const auto both = chain.time(straight(there + "\n" + with_registers(swapped(move.text), move.set, 0)));
  if (!both) {
    found.push_back(chain.untold(name + ".latency", "cycles", ""));
    return;
  }
  found.push_back(about(chain.told(name + ".latency", "cycles", *both / 2,
                                   *both / 2 < hardly_any ? "chain of moves to and fro: waits for no execution"
                                                          : "chain of moves to and fro: executed"),
                        Aspect::none, there));
  Evidence many(bench);
  std::string body; // from one register to three others: no chain
  for (int i = 1; i <= 3; ++i)
    body +=
        replaced(with_registers(replaced(move.text, "R", "T"), move.set, i), "T", with_registers("R", move.set, 0)) +
        "\n";
  if (const auto cycles = many.time(straight(body)))
    found.push_back(many.told(name + ".throughput", "cycles", *cycles / 3, "moves of one register to others"));
  Evidence pipes(bench);
  const PipeAnswer answer = test_pipes(pipes, timing, move.text, move.set);
  if (answer.needs_units)
    found.push_back(
        about(pipes.told(name + ".needs_no_unit", !*answer.needs_units, answer.text), Aspect::eliminated, there));
  else
    found.push_back(pipes.untold(name + ".needs_no_unit", yes_or_no, answer.text));
}

} // namespace

std::vector<Finding> probe_moves(Bench &bench) {
  Evidence reference(bench);
  CalmTiming timing(reference);
  std::vector<Finding> found;
  for (const Move &move : moves)
    add_move(bench, timing, move, found);
  return found;
}

} // namespace osaca::measure::core_probes
