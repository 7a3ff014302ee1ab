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
  pass.text("name", level.name, Need::required, level_name, "as reports name it: L2, L3, MEM");
  pass.integer("bytes", level.bytes, Need::optional, {0, max_bytes}, "of a cache; 0: memory itself");
  pass.integer("ways", level.ways, Need::optional, {0, 4096}, "0: not known");
  pass.integer("shared_by", level.shared_by, Need::optional, {1, 4096}, "cores that share it");
  pass.integer("line_banks", level.line_banks, Need::optional, {0, 64},
               "lines go to so many banks by their numbers, each of which takes read_cycles times this for one; 0: not "
               "known, then 1");
  pass.truth("victim", level.victim, Need::optional,
             "is given every line that leaves the level before it, changed or not");
  pass.cycles("latency", level.latency_cycles, Need::optional, "of a load that waits for the one before; 0: not known");
  pass.cycles("far_latency", level.far_latency_cycles, Need::optional,
              "the same from places beyond `tlb_reach_bytes`; 0: not known");
  pass.cycles("read_cycles", level.read_cycles, Need::required, "of one core that is alone: a line towards the core");
  pass.cycles("write_cycles", level.write_cycles, Need::required, "a changed line away from it");
  pass.truth("full_duplex", level.full_duplex, Need::optional, "lines go both ways at the same time");
  pass.choice("composition", level.composition, Need::required, Choices<Composition>(compositions),
              "whether its transfers add to those nearer to the core, or run beside them");
  pass.integer("parallel_misses", level.parallel_misses, Need::optional, {0, 4096},
               "lines that one core can have under way from here; 0: not known");
  pass.source(level.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryDomain &domain) {
  pass.integer("cores", domain.cores, Need::required, {1, 4096}, "that share the memory");
  pass.integer("read_mb_per_s", domain.read_mb_per_s, Need::optional, {0, max_bytes},
               "millions of bytes read in a second; 0: not known");
  pass.integer("copy_mb_per_s", domain.copy_mb_per_s, Need::optional, {0, max_bytes},
               "millions of bytes that a copy moves, with those that are read to be overwritten; 0: not known");
  pass.source(domain.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryHierarchy &memory) {
  pass.integer("line_bytes", memory.line_bytes, Need::optional, {8, 4096}, "of a cache line; otherwise 64");
  pass.integer("l1_bytes", memory.l1_bytes, Need::required, {1, max_bytes}, "size of the first-level data cache");
  pass.integer("l1_ways", memory.l1_ways, Need::optional, {0, 4096}, "0: not known");
  pass.choice("l1_composition", memory.l1_composition, Need::required, Choices<Composition>(compositions),
              "whether the cycles of loads and stores add to the transfers behind the first level, or run beside them");
  pass.truth("revisits_transfer", memory.revisits_transfer, Need::optional,
             "stores that come back to a line after stores elsewhere take as long as if it came from the next level "
             "once more");
  pass.cycles("streaming_store_cycles", memory.streaming_store_cycles, Need::optional,
              "a line that is written past the caches; 0: not known");
  pass.integer("tlb_reach_bytes", memory.tlb_reach_bytes, Need::optional, {0, max_bytes},
               "of the last TLB, with pages of the usual size; 0: not known");
  pass.integer("clock_mhz", memory.clock_mhz, Need::optional, {0, 100'000},
               "of the core when levels with a clock of their own were measured; 0: not known");
  pass.list("levels", memory.levels, Need::optional, max_memory_levels, "a level of memory",
            "Caches behind the first, from the nearest on, and memory. Legs add up or run side by side.");
  pass.part("domain", memory.domain, Need::optional, "What the cores that share memory get together.");
  pass.source(memory.provenance);
}

} // namespace osaca::fields
