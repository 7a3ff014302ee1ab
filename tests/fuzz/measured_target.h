// What was measured of a core, damaged, and the model that is made of it.
#pragma once

#include <string>

namespace osaca::test {

/// Structure, instructions and ports, each behind a line "=====".
void measured(const std::string &input);

/// Mixes of an earlier run.
void mixes(const std::string &input);

/// Counts of events, recorded, and what is said about them.
void recording(const std::string &input);

/// Samples as `perf script` prints them.
void samples(const std::string &input);

} // namespace osaca::test
