// The fields for the front end of a core: how code is read and dispatched. See vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

namespace osaca::fields {

template <class Pass> void describe(Pass &pass, ShortLoops::Size &size) {
  pass.integer("ops", size.ops, Need::required, {1, 1024}, "macro-ops of an iteration");
  pass.integer("iterations", size.iterations, Need::required, {1, 64},
               "iterations that are dispatched without a gap; the next one begins in a new cycle");
}

template <class Pass> void describe(Pass &pass, ShortLoops &loops) {
  pass.list("sizes", loops.sizes, Need::required, max_rules, "a size",
            "Sizes of loops that leave dispatch slots empty. Loops of other sizes have no gaps.");
  pass.source(loops.provenance);
}

template <class Pass> void describe(Pass &pass, UnkeptJumps &jumps) {
  pass.integer(
      "block_bytes", jumps.block_bytes, Need::required, {1, 4096},
      "size of aligned blocks, in bytes: a jump, a call or a return is not kept if it crosses or ends at the "
      "end of such a block. A comparison that is fused with the jump belongs to it, unless the jump begins a block "
      "of `lost_bytes`");
  pass.integer("lost_bytes", jumps.lost_bytes, Need::optional, {1, 4096},
               "size of the aligned block, in bytes, that is not kept with the jump; default: 32. Code after it is "
               "decoded too, up to the next taken branch");
  pass.source(jumps.provenance);
}

template <class Pass> void describe(Pass &pass, Fetch &fetch) {
  pass.integer("block_bytes", fetch.block_bytes, Need::required, {0, 4096},
               "size of an aligned block, in bytes. 0: blocks of code are not known to limit the core");
  pass.integer("cache_bytes", fetch.cache_bytes, Need::optional, {1, 1 << 24},
               "size of the first-level instruction cache, in bytes; requires `beyond_bytes_per_cycle`");
  pass.integer("beyond_bytes_per_cycle", fetch.beyond_bytes_per_cycle, Need::optional, {1, 4096},
               "bytes per cycle at which a loop is fetched that is larger than this cache");
  pass.cycles("jumped_block_cycles", fetch.jumped_block_cycles, Need::optional,
              "cycles for a block that is entered by a jump and left by a jump; default: 1");
  pass.globs("length_changes", fetch.length_changes, Need::optional,
             "opcodes whose length a prefix changes (x86: 16-bit immediates). They count only in straight-line code, "
             "which is decoded each time");
  pass.cycles("length_change_cycles", fetch.length_change_cycles, Need::optional,
              "cycles to decode each of them; default: 0");
  pass.source(fetch.provenance);
}

template <class Pass> void describe(Pass &pass, OpCache &cache) {
  pass.integer("entries", cache.entries, Need::required, {1, 1 << 20}, "number of entries");
  pass.integer("entry_ops", cache.entry_ops, Need::required, {1, 64},
               "macro-ops that an entry holds, all from one block of code");
  pass.integer("entries_per_cycle", cache.entries_per_cycle, Need::optional, {1, 64},
               "entries read per cycle; default: 1");
  pass.cycles("reread_cycles", cache.reread_cycles, Need::optional,
              "cycles for each read of a block after the first, where a read is `entries_per_cycle` entries. Default: "
              "the entries of an iteration are read as one sequence, across blocks");
  pass.integer("decoded_per_cycle", cache.decoded_per_cycle, Need::required, {1, 64},
               "instructions decoded per cycle if they are not in the cache");
  pass.integer("block_entries", cache.block_entries, Need::optional, {1, 64},
               "largest number of entries for one block; code in a block that needs more is not cached. Default: no "
               "limit. Requires `decoded_bytes_per_cycle`");
  pass.integer("decoded_bytes_per_cycle", cache.decoded_bytes_per_cycle, Need::optional, {1, 4096},
               "bytes decoded per cycle for such code");
  pass.integer("ops_per_cycle", cache.ops_per_cycle, Need::optional, {1, 64},
               "macro-ops read per cycle; those of the next iteration are read in the next cycle. Default: no limit");
  pass.integer("piece_tail_ops", cache.piece_tail_ops, Need::optional, {1, 64},
               "macro-ops of two pieces of code are not read in the same cycle, where a piece ends at a taken branch. "
               "Excepted are this many macro-ops at the end of each piece. Default: an iteration is one piece. "
               "Requires `ops_per_cycle`");
  pass.truth("wide_constants", cache.wide_constants, Need::optional,
             "whether an operation takes two places if it has an immediate of more than 32 bits, or a memory operand "
             "and an immediate of more than 16 bits. Default: false. Requires `piece_tail_ops`");
  pass.integer("block_bytes", cache.block_bytes, Need::optional, {1, 4096},
               "size of the aligned block, in bytes, whose macro-ops an entry holds; divides that of `fetch`. Default: "
               "that of `fetch`");
  pass.part("jumps_at_block_end", cache.unkept_jumps, Need::optional,
            "Jumps that are not kept, because of their addresses. Requires `decoded_bytes_per_cycle`.");
  pass.source(cache.provenance);
}

template <class Pass> void describe(Pass &pass, DispatchSplits &splits) {
  pass.integer("among_first", splits.among_first, Need::required, {1, 64},
               "split operations must be among this many first macro-ops of a cycle, where each of them counts as one. "
               "Later ones wait for the next cycle");
  pass.integer("per_cycle", splits.per_cycle, Need::required, {1, 64}, "largest number of split operations per cycle");
  pass.source(splits.provenance);
}

template <class Pass> void describe(Pass &pass, CycleStarts &starts) {
  pass.integer("from_slots", starts.from_slots, Need::required, {2, 64},
               "for operations of at least this many macro-ops");
  pass.integer("loops_from_slots", starts.loops_from_slots, Need::optional, {2, 1024},
               "also in loops, for operations of at least this many macro-ops; default: only in straight-line code");
  pass.source(starts.provenance);
}

} // namespace osaca::fields
