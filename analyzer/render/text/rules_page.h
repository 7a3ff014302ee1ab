// The registry of rules as text: all of them, or one.
#pragma once

#include "report/rules.h"

#include <string>

namespace osaca {

// All rules.

/// One line per rule.
[[nodiscard]] std::string render_rule_list();
/// The contents of docs/rules.md.
[[nodiscard]] std::string render_rules_markdown();
/// The section about `rule` in that page.
[[nodiscard]] std::string render_rule_markdown(const Rule &rule);

// One rule, for the terminal.

/// What the rule reports, why it costs cycles, what to try and how to disable it. `width`: columns.
[[nodiscard]] std::string render_rule(const Rule &rule, int width);

} // namespace osaca
