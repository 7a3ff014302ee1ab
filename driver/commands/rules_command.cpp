// `osaca rules`: what the findings mean.
#include "driver/command_line/command_line.h"
#include "driver/command_line/exit_status.h"
#include "driver/files/files.h"
#include "render/rules_page.h"

namespace osaca::driver {

int run_rules(const Words &words) {
  bool markdown = false;
  CLI::App app("Lists the rules behind the findings.", "osaca rules");
  app.footer("\nExamples:\n"
             "  osaca rules                        one line per rule\n"
             "  osaca rules --markdown | less      why each costs cycles, and what to try");
  app.add_flag("--markdown", markdown, "the full page, with what to try (this is docs/rules.md)");
  if (const auto status = parse(app, words))
    return *status;
  if (const auto error = write_output("-", markdown ? render_rules_markdown() : render_rule_list())) {
    complain(*error);
    return unusable_input;
  }
  return success;
}

} // namespace osaca::driver
