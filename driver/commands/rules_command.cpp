// `osaca rules`: explains the findings.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/files/files.h"
#include "render/text/rules_page.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca::driver {
namespace {

struct RulesOptions {
  Words names;
  bool markdown = false;
};

void declare_rules(OptionSet &options, RulesOptions &settings) {
  options.texts = {"osaca rules", "Lists the rules of the findings. With names, explains these rules.",
                   "\nExamples:\n"
                   "  osaca rules                        one line per rule\n"
                   "  osaca rules lcd-bound              why it costs cycles, and what to try\n"
                   "  osaca rules osaca-m                all rules that begin with osaca-m\n"
                   "  osaca rules --markdown | less      the full page about all rules"};
  options.option("rules", settings.names, "names of rules, or the beginnings of names; the prefix 'osaca-' is optional")
      .called("RULE...");
  options.flag("--markdown", settings.markdown,
               "print the page docs/rules.md, which says what to try; with names, only the sections of these rules");
}

/// The rules that the names refer to, each once. Names without a rule are reported.
std::vector<const Rule *> chosen_rules(const Words &names, bool &all_known) {
  std::vector<const Rule *> chosen;
  for (const std::string &name : names) {
    const std::vector<const Rule *> meant = rules_named(name);
    if (meant.empty())
      complain(format_text("there is no rule {}{} ('osaca rules' lists them)", in_quotes(name), rule_suggestion(name)));
    all_known = all_known && !meant.empty();
    for (const Rule *rule : meant)
      if (std::ranges::find(chosen, rule) == chosen.end())
        chosen.push_back(rule);
  }
  return chosen;
}

constexpr int page_columns = 100;

int run_rules(RulesOptions settings) {
  bool all_known = true;
  std::string text;
  if (settings.names.empty())
    text = settings.markdown ? render_rules_markdown() : render_rule_list();
  for (const Rule *rule : chosen_rules(settings.names, all_known))
    text += (text.empty() ? "" : "\n") +
            (settings.markdown ? render_rule_markdown(*rule) : render_rule(*rule, page_columns));
  if (const auto error = write_text("-", text)) {
    complain(*error);
    return unusable_input;
  }
  return all_known ? success : unusable_input;
}

} // namespace

const Command rules_command = command<RulesOptions, declare_rules, run_rules>("rules", "explain the findings");

} // namespace osaca::driver
