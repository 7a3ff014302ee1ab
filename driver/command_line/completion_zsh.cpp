#include "driver/command_line/completion.h"

#include "base/text.h"

namespace osaca::driver {
namespace {

/// Within single quotes, in what _arguments reads: brackets and colons have a meaning there.
std::string escaped_for_zsh(const std::string &text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\'";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// ":FILE:_files"
std::string value_of(const OptionDescription &option) {
  if (option.is_flag())
    return "";
  const std::string label = option.choices.empty() ? option.value : "value";
  std::string action = " ";
  if (!option.choices.empty())
    action = option.takes_list() ? "_sequence compadd - " + joined(option.choices, " ")
                                 : "(" + joined(option.choices, " ") + ")";
  else if (option.takes_folder())
    action = "_files -/";
  else if (option.takes_file())
    action = "_files";
  return ":" + escaped_for_zsh(label) + ":" + action;
}

std::string arguments_of(const CommandDescription &description) {
  std::string out;
  for (const OptionDescription &option : description.options) {
    if (option.is_positional())
      out += " \\\n        '*" + value_of(option) + "'";
    for (const std::string &name : option.names) {
      const bool is_long = name.starts_with("--");
      out += " \\\n        '*" + name +
             (option.is_flag() ? ""
              : is_long        ? "="
                               : "+") +
             "[" + escaped_for_zsh(short_help(option.help)) + "]" + value_of(option) + "'";
    }
  }
  return out;
}

} // namespace

std::string zsh_completion(const std::vector<CompletedCommand> &commands) {
  std::string list;
  std::string cases;
  for (const CompletedCommand &command : commands) {
    list += "    '" + command.name + ":" + escaped_for_zsh(command.summary) + "'\n";
    cases += "    " + command.name + ")\n      " +
             (command.is_known ? "_arguments -s" + arguments_of(command.description) : std::string("_files")) +
             "\n      ;;\n";
  }
  return "#compdef osaca\n"
         "# zsh completion for osaca; written by `osaca completion zsh`\n"
         "_osaca() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         list +
         "  )\n"
         "  local command=analyze\n"
         "  if (( CURRENT > 2 )) && [[ -n ${commands[(r)${words[2]}:*]} ]]; then\n"
         "    command=${words[2]}\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "  elif (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then\n"
         "    _describe -t commands command commands\n"
         "  fi\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "\n"
         "_osaca \"$@\"\n";
}

} // namespace osaca::driver
