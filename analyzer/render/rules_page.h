// The rule registry for readers.
#pragma once

#include "report/rules.h"

#include <string>

namespace osaca {

/// One line per rule.
[[nodiscard]] std::string render_rule_list();
/// docs/rules.md.
[[nodiscard]] std::string render_rules_markdown();
/// Its part of that page.
[[nodiscard]] std::string render_rule_markdown(const Rule &rule);

} // namespace osaca
