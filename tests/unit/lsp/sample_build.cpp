#include "sample_build.h"

#include "collection/loop_identity.h"
#include "sample_collection.h"

#include <utility>

namespace osaca::driver::lsp::testing {

std::optional<Error> SampleBuild::open(const std::string &root) {
  opened = root;
  return std::nullopt;
}

BuildReports SampleBuild::read(const Progress &progress) {
  ++reads;
  BuildReports out;
  out.collection = is_hostile     ? osaca::testing::hostile_collection()
                   : has_baseline ? osaca::testing::sample_collection()
                                  : osaca::testing::collection_without_baseline();
  for (const auto &[name, source] : out.collection.sources)
    out.files["/project/" + name] = {name, source.lines()};
  if (is_hostile) // its loops come from files that it does not show
    for (const CollectedLoop &loop : out.collection.loops)
      out.files["/project/" + place_of(loop.report).file] = {place_of(loop.report).file,
                                                             std::vector<std::string>(6, "s = 0;")};
  if (pi_is_outdated) {
    out.files["/project/src/pi.c"].lines.clear();
    for (std::size_t i = 0; i < out.collection.loops.size(); ++i)
      if (place_of(out.collection.loops[i].report).file == "src/pi.c")
        out.outdated.insert(static_cast<int>(i));
  }
  progress(1, 2);
  progress(2, 2);
  next_state = State::as_read;
  return out;
}

} // namespace osaca::driver::lsp::testing
