// Collections as a build makes them, from hand-made reports: rendering is tested without any analysis.
#pragma once

#include "collection/collection.h"

#include <vector>

namespace osaca::testing {

/// Three source files: src/pi.c, whose loop is a division on two cores and became slower than the baseline says;
/// src/sweep.cpp with a loop of two paths, an accepted finding, an ignored one and an annotation without a loop;
/// src/ümlaut.c with a column behind characters of several bytes. A loop of the baseline is gone.
[[nodiscard]] Collection sample_collection();

/// The same without the comparison and what follows from it.
[[nodiscard]] Collection collection_without_baseline();

/// Text with everything that has to be escaped somewhere in all places that text can be in.
[[nodiscard]] Collection hostile_collection();
[[nodiscard]] Collection hostile_collection(const std::string &nasty);

/// `count` loops in `count` / 10 files, each with a finding.
[[nodiscard]] Collection large_collection(int count);

/// As many loops as there are numbers; that many iterations of each were counted. All take 4 cycles and have a finding;
/// they begin at lines 1, 11, 21, ... of src/f0.c.
[[nodiscard]] Collection counted_collection(const std::vector<double> &iterations);

/// One loop in `count` functions where it was inlined; the first is a vector body, the last takes `count` cycles, the
/// others from 2 on. A finding for each, at a place of its own.
[[nodiscard]] Collection copies_of_a_loop(int count);

/// Of a thousand samples 62.5 % are in loops of the report, 12.5 % in one in g() at src/g.c:7, and 10 % in a stripped
/// program.
[[nodiscard]] Collection sampled_collection();

} // namespace osaca::testing
