#include "sample_build.h"

#include "sample_collection.h"

#include <algorithm>
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
  constexpr std::size_t enough_lines = 6; // for the place of every loop
  for (auto &[name, lines] : out.collection.sources) {
    if (is_hostile)
      lines.resize(std::max(lines.size(), enough_lines), "s = 0;");
    out.files["/project/" + name] = {name, std::move(lines)};
  }
  if (pi_is_outdated) {
    out.files["/project/src/pi.c"].lines.clear();
    for (std::size_t i = 0; i < out.collection.loops.size(); ++i)
      if (out.collection.loops[i].record.file == "src/pi.c")
        out.outdated.insert(static_cast<int>(i));
  }
  progress(1, 2);
  progress(2, 2);
  next_state = State::as_read;
  return out;
}

} // namespace osaca::driver::lsp::testing
