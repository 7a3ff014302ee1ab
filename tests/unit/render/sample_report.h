// Hand-made reports: rendering is tested without any analysis.
#pragma once

#include "report/report.h"

#include <string>
#include <vector>

namespace osaca::testing {

/// Three instructions, 14 ports of which 5 are used, bound by the divider, one finding.
[[nodiscard]] KernelReport sample_kernel();

/// Of a loop with operations in two formats, and with every fact.
[[nodiscard]] RooflineReport sample_roofline();

/// Of a loop that reads a stencil, writes an array past the caches and jumps through a list; memory-bound from L3 on,
/// where it is known only in between what numbers the figures are. Each number of cycles occurs once.
[[nodiscard]] MemoryReport sample_memory();

/// Text with everything that has to be escaped somewhere: quotes, backslashes, line ends, escape sequences, bad UTF-8.
/// The same text wherever somebody else's goes.
[[nodiscard]] KernelReport hostile_kernel();
[[nodiscard]] KernelReport hostile_kernel(const std::string &nasty);

[[nodiscard]] Report report_of(std::vector<KernelReport> kernels);

[[nodiscard]] std::vector<std::string> lines_of(const std::string &text);

} // namespace osaca::testing
