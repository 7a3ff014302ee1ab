// The registry of rules. Every finding belongs to one of them, and docs/rules.md is generated from it.
#pragma once

#include "report/report.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Rules that compare a kernel with the source's expectations or with a baseline: analysing a kernel alone does not
/// produce their findings.
inline constexpr std::string_view expectation_rule = "osaca-expectation";
inline constexpr std::string_view regression_rule = "osaca-regression";

struct Rule {
  std::string_view id;          ///< "osaca-divider-bound"
  Severity severity;            ///< unless the user configures another one
  std::string_view summary;     ///< one line
  std::string_view explanation; ///< why it costs cycles
  std::string_view fix;         ///< what to try
};

[[nodiscard]] std::span<const Rule> rules();
[[nodiscard]] const Rule *find_rule(std::string_view id);

/// The rule with this name ("osaca-lcd-bound"), or else all rules whose names begin with it. "osaca-" may be omitted,
/// and case is ignored.
[[nodiscard]] std::vector<const Rule *> rules_named(std::string_view name);

/// A suggestion for an unknown rule name: "; did you mean 'osaca-missed-fma'?", or the rules whose names contain it.
[[nodiscard]] std::string rule_suggestion(std::string_view name);

} // namespace osaca
