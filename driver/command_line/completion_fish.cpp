#include "driver/command_line/completion.h"

#include "base/text.h"

namespace osaca::driver {
namespace {

std::string fish_word(const std::string &text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\')
      out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string line_of(const CompletedCommand &command, const OptionDescription &option) {
  std::string out = "complete -c osaca -n '__osaca_runs " + command.name + "'";
  for (const std::string &name : option.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty())
    out += " -x -a " + fish_word(joined(option.choices, " "));
  else if (option.takes_folder())
    out += " -x -a '(__fish_complete_directories)'";
  else if (option.takes_file())
    out += " -r -F";
  else if (!option.is_flag())
    out += " -x";
  return out + " -d " + fish_word(short_help(option.help)) + "\n";
}

} // namespace

std::string fish_completion(const std::vector<CompletedCommand> &commands) {
  std::string names;
  std::string lines;
  for (const CompletedCommand &command : commands) {
    names += " " + command.name;
    lines +=
        "complete -c osaca -n __osaca_has_no_command -a " + command.name + " -d " + fish_word(command.summary) + "\n";
    if (command.is_known && !command.description.has_positionals())
      lines += "complete -c osaca -n '__osaca_runs " + command.name + "' -f\n";
    for (const OptionDescription &option : command.description.options)
      if (!option.is_positional())
        lines += line_of(command, option);
  }
  return "# fish completion for osaca; written by `osaca completion fish`\n"
         "function __osaca_has_no_command\n"
         "    test (count (commandline -opc)) -lt 2\n"
         "end\n"
         "\n"
         "# Without a command the words are for analyze.\n"
         "function __osaca_runs\n"
         "    set -l words (commandline -opc)\n"
         "    set -l commands" +
         names +
         "\n"
         "    if test (count $words) -ge 2; and contains -- $words[2] $commands\n"
         "        test $words[2] = $argv[1]\n"
         "    else\n"
         "        test $argv[1] = analyze\n"
         "    end\n"
         "end\n"
         "\n" +
         lines;
}

} // namespace osaca::driver
