// How many loads and stores a cycle takes, where no latency and no bank of the cache is in the way: places differ, but
// lie close to each other. Stores are asked once within one block of bytes and once from block to block.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <vector>

namespace osaca::measure::core_probes {
namespace {

struct AccessedRegister {
  const char *name;
  const char *load; ///< {d}: displacement, {n}: number of the register
  const char *store;
  int bytes; ///< of an access
};

constexpr std::array<AccessedRegister, 4> accessed = {{
    {"general", "mov {d}(%rsi), %r{n}", "mov %r{n}, {d}(%rdi)", 8},
    {"xmm", "vmovups {d}(%rsi), %xmm{n}", "vmovups %xmm{n}, {d}(%rdi)", 16},
    {"ymm", "vmovups {d}(%rsi), %ymm{n}", "vmovups %ymm{n}, {d}(%rdi)", 32},
    {"zmm", "vmovups {d}(%rsi), %zmm{n}", "vmovups %zmm{n}, {d}(%rdi)", 64},
}};

// Aligned to more than a line; stores go elsewhere than loads.
constexpr const char *aligned_places = "lea 0x400(%rbx), %rsi\nand $-256, %rsi\nlea 0x400(%rsi), %rdi";
constexpr int first_register = 8; // r8 to r11 are nobody's

std::string access_text(const char *pattern, int displacement, int number) {
  std::string text = pattern;
  text.replace(text.find("{d}"), 3, std::to_string(displacement));
  text.replace(text.find("{n}"), 3, std::to_string(first_register + number));
  return text + "\n";
}

/// One access at each of these distances.
std::string accesses_at(const char *pattern, std::initializer_list<int> displacements) {
  std::string text;
  int number = 0;
  for (const int displacement : displacements)
    text += access_text(pattern, displacement, number++ % 4);
  return text;
}

struct AccessBody {
  std::string text;
  int accesses = 0;
};

/// The most of several bodies: what disturbs makes them slower.
Finding accesses_per_cycle(Bench &bench, const std::string &name, const std::vector<AccessBody> &bodies) {
  Evidence evidence(bench);
  double most = 0;
  std::string text;
  for (const AccessBody &body : bodies) {
    const auto cycles = evidence.fastest(straight(body.text, aligned_places));
    if (!cycles || *cycles <= 0)
      return evidence.untold(name, "per cycle", "");
    most = std::max(most, body.accesses / *cycles);
    text += (text.empty() ? "" : ", ") + std::to_string(body.accesses) + " take " + cycles_text(*cycles);
  }
  return evidence.told(name, "per cycle", most, text + " cycles");
}

/// The smallest distance at which stores that go to and fro are clearly slower than stores to one place.
Finding block_of_stores(Bench &bench) {
  constexpr double slower = 1.5;
  const std::string name = "accesses.store_block";
  const char *store = accessed.front().store;
  Evidence evidence(bench);
  const auto together = evidence.fastest(straight(accesses_at(store, {0, 0}), aligned_places));
  if (!together)
    return evidence.untold(name, "bytes", "");
  double best = *together;
  std::string text = "cycles for two stores, by their distance:";
  for (const int distance : {8, 16, 32, 64, 128}) {
    const auto cycles = evidence.fastest(straight(accesses_at(store, {0, distance}), aligned_places));
    if (!cycles)
      return evidence.untold(name, "bytes", "");
    text += " " + std::to_string(distance) + ": " + cycles_text(*cycles);
    if (*cycles > slower * best)
      return evidence.told(name, "bytes", distance, text);
    best = std::min(best, *cycles);
  }
  return evidence.untold(name, "bytes", "no distance is slower; " + text);
}

/// A store across lines, and one to its second line: whether the second part and that store leave in one cycle.
Finding crossing_store(Bench &bench) {
  const std::string name = "accesses.parts_of_stores_leave_alone";
  Evidence evidence(bench);
  const auto alone = evidence.fastest(straight("mov %rax, 60(%rdi)", aligned_places));
  const auto both = evidence.fastest(straight("mov %rax, 60(%rdi)\nmov %rbx, 72(%rdi)", aligned_places));
  const auto whole =
      evidence.fastest(straight("mov %rax, 56(%rdi)\nmov %rax, 64(%rdi)\nmov %rbx, 72(%rdi)", aligned_places));
  if (!alone || !both || !whole)
    return evidence.untold(name, yes_or_no, "");
  const std::string text = "a store across lines " + cycles_text(*alone) + ", with a store to its second line " +
                           cycles_text(*both) + "; three stores to the same places " + cycles_text(*whole);
  constexpr double scatter = 0.3;
  const double more = *both - *alone;
  if (std::abs(more - 1) > scatter && more > scatter)
    return evidence.untold(name, yes_or_no, text);
  return about(evidence.told(name, more > scatter && *both > *whole + scatter, text), Aspect::crossing_stores_apart,
               "");
}

/// Three stores to a line and one to another: in pairs of one line each they take three cycles, otherwise two.
Finding uneven_stores(Bench &bench) {
  const std::string name = "accesses.stores_of_a_cycle_share_a_block";
  Evidence evidence(bench);
  const auto even = evidence.fastest(straight(accesses_at(accessed.front().store, {0, 8, 128, 136}), aligned_places));
  const auto uneven = evidence.fastest(straight(accesses_at(accessed.front().store, {0, 8, 16, 128}), aligned_places));
  if (!even || !uneven)
    return evidence.untold(name, yes_or_no, "");
  const std::string text =
      "two stores to a line and two to another " + cycles_text(*even) + ", three and one " + cycles_text(*uneven);
  constexpr double scatter = 0.3;
  const double more = *uneven - *even;
  if (std::abs(more) > scatter && std::abs(more - 1) > scatter)
    return evidence.untold(name, yes_or_no, text);
  return evidence.told(name, more > scatter, text);
}

Finding chain_through_memory(Bench &bench, const char *name, const char *body, const char *what) {
  Evidence evidence(bench);
  const auto cycles = evidence.fastest(straight(body, "xor %ecx, %ecx\nlea 0x400(%rbx), %rdi"));
  if (!cycles)
    return evidence.untold(name, "cycles", "");
  return evidence.told(name, "cycles", *cycles, std::string("chain of ") + what);
}

} // namespace

std::vector<Finding> probe_accesses(Bench &bench) {
  std::vector<Finding> found;
  for (const AccessedRegister &one : accessed) {
    const int apart = one.bytes;
    const auto body = [&](const char *pattern, std::initializer_list<int> places) {
      return AccessBody{accesses_at(pattern, places), static_cast<int>(places.size())};
    };
    const std::string name = one.name;
    found.push_back(
        accesses_per_cycle(bench, "accesses.loads_" + name,
                           {body(one.load, {0, apart, 2 * apart}), body(one.load, {0, apart, 2 * apart, 3 * apart}),
                            body(one.load, {0, apart, 2 * apart, 3 * apart, 4 * apart, 5 * apart})}));
    if (one.bytes < 64)
      found.push_back(
          accesses_per_cycle(bench, "accesses.stores_" + name, {body(one.store, {0, 0}), body(one.store, {0, apart})}));
    found.push_back(accesses_per_cycle(bench, "accesses.stores_to_and_fro_" + name, {body(one.store, {0, 128})}));
    found.push_back(accesses_per_cycle(bench, "accesses.loads_across_lines_" + name,
                                       {body(one.load, {64 - apart / 2, 128 - apart / 2})}));
  }
  found.push_back(block_of_stores(bench));
  found.push_back(crossing_store(bench));
  found.push_back(uneven_stores(bench));
  found.push_back(chain_through_memory(bench, "accesses.push_to_pop", "push %rax\npop %rax", "push and pop"));
  found.push_back(chain_through_memory(bench, "accesses.indexed_store_to_load",
                                       "mov %rax, (%rdi,%rcx,8)\nmov (%rdi,%rcx,8), %rax",
                                       "a store and a load with the same index"));
  found.push_back(chain_through_memory(bench, "accesses.locked_addition", "lock addq %rcx, (%rdi)",
                                       "locked additions to one place"));
  return found;
}

} // namespace osaca::measure::core_probes
