// The rule registry for readers.
#pragma once

#include <string>

namespace osaca {

/// One line per rule.
[[nodiscard]] std::string render_rule_list();
/// docs/rules.md.
[[nodiscard]] std::string render_rules_markdown();

} // namespace osaca
