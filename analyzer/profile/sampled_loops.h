// Samples of a program, each in the innermost loop that it was taken in.
#pragma once

#include "profile/perf_script.h"
#include "profile/program_code.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Where in its file each sample was taken, by the symbol that it tells of; empty: not known. A program may be loaded
/// elsewhere each time that it starts. Of several functions with one symbol it is that whose place fits to where other
/// samples say that the file was.
[[nodiscard]] std::vector<std::optional<std::uint64_t>>
addresses_in_file(const std::vector<const ProfileSample *> &samples, const std::vector<ProgramFunction> &functions);

/// How many events (periods added up) were in each loop and in none of those inside it. `addresses`: of each sample.
[[nodiscard]] std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples,
                                                 const std::vector<std::optional<std::uint64_t>> &addresses,
                                                 const std::vector<ProgramLoop> &loops);

struct FunctionEvents {
  double all = 0;
  double outside_loops = 0; ///< in none of `loops`
};

/// Parallel to `functions`. Of several at one place the first has the events.
[[nodiscard]] std::vector<FunctionEvents> events_by_function(const std::vector<const ProfileSample *> &samples,
                                                             const std::vector<std::optional<std::uint64_t>> &addresses,
                                                             const std::vector<ProgramFunction> &functions,
                                                             const std::vector<ProgramLoop> &loops);

/// Which function holds an address.
class FunctionsByAddress {
public:
  explicit FunctionsByAddress(const std::vector<ProgramFunction> &functions);
  /// Its place in the list; empty: none.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t address) const;

private:
  const std::vector<ProgramFunction> &functions_;
  std::map<std::uint64_t, std::size_t> by_begin_;
};

} // namespace osaca
