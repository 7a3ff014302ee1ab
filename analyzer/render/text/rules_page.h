// The registry of rules for readers: all of them, or one.
#pragma once

#include "report/rules.h"

#include <string>

namespace osaca {

// The rule registry for readers.

/// One line per rule.
[[nodiscard]] std::string render_rule_list();
/// docs/rules.md.
[[nodiscard]] std::string render_rules_markdown();
/// Its part of that page.
[[nodiscard]] std::string render_rule_markdown(const Rule &rule);

// One rule for readers at a terminal.

/// What it says, why it costs cycles, what to try and how to switch it off. `width`: columns.
[[nodiscard]] std::string render_rule(const Rule &rule, int width);

} // namespace osaca
