// The files that the tests are about, and what is said of them.
#pragma once

#include "osaca/analyze_inputs.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace osaca::test {

/// Empty: it could not be made here.
[[nodiscard]] std::optional<std::string> file(const std::string &name);
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_input(const std::string &name);

/// `functions` as in AnalyzeOptions. Other files, with debug information, are found with `open` only.
[[nodiscard]] Report analyzed(const std::vector<std::string> &names, std::vector<std::string> functions = {},
                              int jobs = 1, const FileOpener &open = {}, const std::string &arch = {});

/// By `nm`: "0000000000001139 T main".
[[nodiscard]] std::multimap<std::uint64_t, std::string> names_by_address(const std::string &text);

/// The address in a loop's made-up name ("L_1a40"); loops at the beginning of a function have its name.
[[nodiscard]] std::optional<std::uint64_t> address_of(const KernelReport &kernel);

} // namespace osaca::test
