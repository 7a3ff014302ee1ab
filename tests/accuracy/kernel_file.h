// Tables of kernels with known figures, and the analysis of one of them.
#pragma once

#include "osaca/analyze.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::test {

using Row = std::map<std::string, std::string>; ///< column -> text

/// Rows of a CSV file without quotes; the last column may hold commas. Empty if there is no such file.
std::vector<Row> read_table(const std::string &path);

/// The number in a column; nothing if it is empty or absent.
std::optional<double> figure(const Row &row, const std::string &column);

std::string read_file(const std::string &path);

/// The one kernel in `assembly` on `arch`; with several paths through it, the one with the most instructions. A failure
/// of the running test, which names `path`, and nothing, if it cannot be analysed.
std::optional<KernelReport> analyze_kernel(const std::string &assembly, const std::string &path,
                                           const std::string &arch);

/// The same for the text of the file `path`.
std::optional<KernelReport> analyze_kernel_file(const std::string &path, const std::string &arch);

/// The cycles of a loop of so many copies of these instructions, which are separated by semicolons or lines. The loop's
/// own `dec %r15; jne` is added. A failure of the running test, and nothing, if it cannot be analysed.
std::optional<double> cycles_of_copies(std::string body, int copies, const std::string &arch);

/// A failure of the running test if cycles_of_copies() of one copy is not within that share of the measured cycles.
void expect_measured(const std::string &body, double cycles, const std::string &arch, double tolerance = 0.05);

struct Errors {
  double mean = 0;
  double within_a_tenth = 0; ///< share of the rows
};

/// How far cycles_of_copies() is from the cycles in a table with the columns `copies`, `cycles` and `body`. Nothing if
/// the table has no rows, or one of them cannot be analysed.
std::optional<Errors> errors_of(const std::string &table, const std::string &arch);

/// Failures of the running test if the mean error is not below `mean`, or the share not above `within_a_tenth`.
void expect_errors(const std::string &table, const std::string &arch, const Errors &limits);

/// Cycles per assembly iteration of one bound.
double bound_cycles(const KernelReport &kernel, BoundKind kind);

/// A row as a name for GoogleTest: "triad_O2_s_zen4".
std::string test_name(const Row &row);

} // namespace osaca::test
