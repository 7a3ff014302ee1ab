// `osaca rules`: what the findings mean.
#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/files/files.h"
#include "render/rules_page.h"

namespace osaca::driver {
namespace {

struct RulesOptions {
  bool markdown = false;
};

void declare_rules(OptionSet &options, RulesOptions &settings) {
  options.texts = {"osaca rules", "Lists the rules behind the findings.",
                   "\nExamples:\n"
                   "  osaca rules                        one line per rule\n"
                   "  osaca rules --markdown | less      why each costs cycles, and what to try"};
  options.flag("--markdown", settings.markdown, "the full page, with what to try (this is docs/rules.md)");
}

int run_rules(RulesOptions settings) {
  if (const auto error = write_output("-", settings.markdown ? render_rules_markdown() : render_rule_list())) {
    complain(*error);
    return unusable_input;
  }
  return success;
}

} // namespace

const Command rules_command = command<RulesOptions, declare_rules, run_rules>("rules", "what the findings mean");

} // namespace osaca::driver
