// The fields of `memory:`, for a core and for a system's overlay. See vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

#include <algorithm>
#include <limits>

namespace osaca::fields {

inline constexpr std::pair<std::string_view, Composition> compositions[] = {
    {"serial", Composition::serial}, {"overlapped", Composition::overlapped}, {"unknown", Composition::unknown}};
inline constexpr int max_memory_levels = 8;
inline constexpr int max_bytes = std::numeric_limits<int>::max();

inline bool is_level_name(std::string_view name) {
  return !name.empty() && name.size() <= 16 &&
         std::ranges::all_of(name, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}
inline constexpr TextForm level_name = {"1 to 16 capital letters or digits", "^[A-Z0-9]{1,16}$", is_level_name};

template <class Pass> void describe(Pass &pass, MemoryLevel &level) {
  pass.text("name", level.name, Need::required, level_name, "name in reports: L2, L3, MEM");
  pass.integer("bytes", level.bytes, Need::optional, {0, max_bytes},
               "size of the cache, in bytes; 0 (default): memory");
  pass.integer("ways", level.ways, Need::optional, {0, 4096}, "associativity; 0 (default): unknown");
  pass.integer("shared_by", level.shared_by, Need::optional, {1, 4096}, "number of cores that share it; default: 1");
  pass.integer("line_banks", level.line_banks, Need::optional, {0, 64},
               "number of banks, over which lines are distributed by their line numbers. Each bank takes `read_cycles` "
               "times this number for a line. 0 (default): unknown, counts as 1");
  pass.truth("victim", level.victim, Need::optional,
             "`true`: a victim cache, which receives every line that the previous level evicts, modified or not");
  pass.cycles("latency", level.latency_cycles, Need::optional,
              "cycles of a load that waits for the previous load; 0 (default): unknown");
  pass.cycles("far_latency", level.far_latency_cycles, Need::optional,
              "the same for data beyond `tlb_reach_bytes`; 0 (default): unknown");
  pass.cycles("read_cycles", level.read_cycles, Need::required,
              "cycles to move one line towards the core while all other cores are idle");
  pass.cycles("write_cycles", level.write_cycles, Need::required,
              "cycles to move one modified line away from the core");
  pass.truth("full_duplex", level.full_duplex, Need::optional,
             "`true`: lines move in both directions at the same time");
  pass.choice("composition", level.composition, Need::required, Choices<Composition>(compositions),
              "how the time of its transfers combines with that of nearer levels: it is added (`serial`), overlaps "
              "with it (`overlapped`), or is `unknown`");
  pass.integer("parallel_misses", level.parallel_misses, Need::optional, {0, 4096},
               "lines that one core can request from this level at a time; 0 (default): unknown");
  pass.source(level.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryDomain &domain) {
  pass.integer("cores", domain.cores, Need::required, {1, 4096}, "number of cores that share the memory");
  pass.integer("read_mb_per_s", domain.read_mb_per_s, Need::optional, {0, max_bytes},
               "bandwidth of reads, in 10^6 bytes per second; 0 (default): unknown");
  pass.integer("copy_mb_per_s", domain.copy_mb_per_s, Need::optional, {0, max_bytes},
               "bandwidth of a copy, in 10^6 bytes per second, including lines that are read only to be overwritten; 0 "
               "(default): unknown");
  pass.source(domain.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryHierarchy &memory) {
  pass.integer("line_bytes", memory.line_bytes, Need::optional, {8, 4096},
               "size of a cache line, in bytes; default: 64");
  pass.integer("l1_bytes", memory.l1_bytes, Need::required, {1, max_bytes},
               "size of the first-level data cache, in bytes");
  pass.integer("l1_ways", memory.l1_ways, Need::optional, {0, 4096}, "associativity; 0 (default): unknown");
  pass.choice(
      "l1_composition", memory.l1_composition, Need::required, Choices<Composition>(compositions),
      "how the cycles of loads and stores combine with the transfers from further levels; values as for `composition`");
  pass.truth("revisits_transfer", memory.revisits_transfer, Need::optional,
             "`true`: a store that returns to a line after stores to other lines takes as long as if the line came "
             "from the next level again");
  pass.cycles("streaming_store_cycles", memory.streaming_store_cycles, Need::optional,
              "cycles for a line that streaming stores write, bypassing the caches; 0 (default): unknown");
  pass.integer("tlb_reach_bytes", memory.tlb_reach_bytes, Need::optional, {0, max_bytes},
               "bytes covered by the last-level TLB, with pages of the usual size; 0 (default): unknown");
  pass.integer("clock_mhz", memory.clock_mhz, Need::optional, {0, 100'000},
               "clock of the core, in MHz, while levels with a clock of their own were measured; 0 (default): unknown");
  pass.list("levels", memory.levels, Need::optional, max_memory_levels, "a memory level",
            "Caches after the first level, from the nearest to the furthest, and memory.");
  pass.part("domain", memory.domain, Need::optional, "Bandwidth of the memory, for all cores that share it together.");
  pass.source(memory.provenance);
}

} // namespace osaca::fields
