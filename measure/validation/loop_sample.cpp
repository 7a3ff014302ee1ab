#include "measure/validation/loop_sample.h"

#include "base/fingerprint.h"
#include "base/text.h"

#include <algorithm>
#include <map>
#include <regex>

namespace osaca::measure::validation {
namespace {

bool calls_others(const Kernel &loop) {
  return std::ranges::any_of(loop.instructions, [](const Instruction &one) { return one.is_call || one.is_return; });
}

/// The kernels of each loop: its paths.
std::vector<std::vector<const Kernel *>> loops_of(const std::vector<Kernel> &kernels) {
  std::map<std::pair<int, std::string>, std::vector<const Kernel *>> by_place;
  for (const Kernel &kernel : kernels)
    if (kernel.region == RegionKind::loop && !kernel.encloses_loops)
      by_place[{kernel.input.line, kernel.name}].push_back(&kernel);
  std::vector<std::vector<const Kernel *>> loops;
  for (auto &[place, paths] : by_place)
    loops.push_back(std::move(paths));
  return loops;
}

} // namespace

std::uint64_t number_of(std::string_view text) { return fingerprint_of(text).value; }

std::string uniform_text(const Kernel &loop) {
  static const std::regex blanks("[ \t]+");
  static const std::regex labels("\\.[A-Za-z_$][A-Za-z0-9_.$]*"); // local ones begin with a point
  std::string out;
  for (const Instruction &instruction : loop.instructions) {
    const std::string text = std::regex_replace(std::string(trimmed(instruction.text)), blanks, " ");
    out += (out.empty() ? "" : "; ") + std::regex_replace(text, labels, ".L");
  }
  return out;
}

bool is_unseen(const std::string &uniform_text) { return number_of(uniform_text) % 2 == 0; }

LoopSample sample_loops(const std::vector<Kernel> &kernels, std::size_t most, std::set<std::string> &known) {
  LoopSample sample;
  std::vector<std::pair<std::uint64_t, SampledLoop>> by_fingerprint;
  for (const std::vector<const Kernel *> &paths : loops_of(kernels)) {
    const std::string first_path = uniform_text(*paths.front());
    const std::uint64_t number = number_of(first_path);
    const Kernel &chosen = *paths[(number >> 8) % paths.size()]; // other bits than those that order the loops
    if (calls_others(chosen))
      ++sample.calls;
    else
      by_fingerprint.emplace_back(number, SampledLoop{chosen, uniform_text(chosen)});
  }
  std::ranges::sort(by_fingerprint, {}, &std::pair<std::uint64_t, SampledLoop>::first);
  for (auto &[number, loop] : by_fingerprint)
    if (known.contains(loop.text))
      ++sample.known;
    else if (sample.loops.size() == most)
      ++sample.outside; // not known: another file may contribute it
    else {
      known.insert(loop.text);
      sample.loops.push_back(std::move(loop));
    }
  return sample;
}

} // namespace osaca::measure::validation
