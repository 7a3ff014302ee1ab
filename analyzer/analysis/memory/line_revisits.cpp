#include "analysis/memory/line_revisits.h"

#include "analysis/bounds/store_commit.h"

#include <algorithm>

namespace osaca {

LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses, int line_bytes) {
  std::vector<int> written;
  Cycles lines;
  for (const AccessStream &stream : streams) {
    if (!stream.writes || stream.is_streaming_store ||
        (stream.kind != StreamKind::contiguous && stream.kind != StreamKind::strided))
      continue;
    written.insert(written.end(), stream.accesses.begin(), stream.accesses.end());
    lines += stream.lines_per_iteration;
  }
  std::ranges::sort(written); // as they come in the program
  std::vector<const MemoryAccess *> stores;
  for (const int access : written)
    stores.push_back(&addresses.accesses[at(access)]);
  const Cycles visits = throughput_of(stores, {line_bytes, 1, false, false, {}}).block_changes;
  return {lines, std::max(Cycles(0), visits - lines)};
}

} // namespace osaca
