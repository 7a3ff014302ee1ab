#include "timing.h"

#include "run_process.h"

#include <algorithm>
#include <cstdlib>

namespace osaca::advice {
namespace {

double at_share(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

Expected<double> time_of(const std::filesystem::path &program) {
  const auto finished = tests::run({program.string(), "time"});
  if (!finished)
    return finished.error();
  if (finished->exit_code != 0)
    return Error{program.filename().string() +
                 (finished->lacks_instruction ? " has an instruction that this machine does not support" : " failed")};
  return std::strtod(finished->output.c_str(), nullptr);
}

} // namespace

Expected<Ratio> time_ratio(const Example &example, const std::string &compiler, const std::filesystem::path &drivers,
                           int rounds) {
  const auto folder = tests::TemporaryFolder::create();
  if (!folder)
    return folder.error();
  const auto bad = link(example, example.bad, compiler, drivers, folder->path());
  if (!bad)
    return bad.error();
  const auto good = link(example, example.good, compiler, drivers, folder->path());
  if (!good)
    return good.error();
  std::vector<double> bad_times;
  std::vector<double> good_times;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const auto before = time_of(*bad);
    const auto after = time_of(*good);
    if (!before)
      return before.error();
    if (!after)
      return after.error();
    bad_times.push_back(*before);
    good_times.push_back(*after);
    ratios.push_back(*before / *after);
  }
  return Ratio{at_share(bad_times, 0.5) / at_share(good_times, 0.5), at_share(ratios, 0.25), at_share(ratios, 0.75)};
}

} // namespace osaca::advice
