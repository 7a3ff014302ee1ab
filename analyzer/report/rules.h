// The registry of rules: every finding belongs to one of these, and docs/rules.md is generated from it.
#pragma once

#include "report/report.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// What the source promises, and what a baseline remembers: no kernel has these, they come from a comparison with it.
inline constexpr std::string_view expectation_rule = "osaca-expectation";
inline constexpr std::string_view regression_rule = "osaca-regression";

struct Rule {
  std::string_view id;          ///< "osaca-divider-bound"
  Severity severity;            ///< unless the user says otherwise
  std::string_view summary;     ///< one line
  std::string_view explanation; ///< why it costs cycles
  std::string_view fix;         ///< what to try
};

[[nodiscard]] std::span<const Rule> rules();
[[nodiscard]] const Rule *find_rule(std::string_view id);

/// The rule of this name ("osaca-lcd-bound"), else all whose names begin with it. "osaca-" may be left out, capitals do
/// not matter.
[[nodiscard]] std::vector<const Rule *> rules_named(std::string_view name);

/// What was meant by a name of no rule: "; did you mean 'osaca-missed-fma'?", or those that have it within their names.
[[nodiscard]] std::string rule_suggestion(std::string_view name);

} // namespace osaca
