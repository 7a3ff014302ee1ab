#include "driver/command_line/command_documents.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>

namespace osaca::driver {

std::string short_help(const std::string &help) {
  const std::size_t end = std::min({help.find(';'), help.find(" ("), help.find(": "), help.find('\n')});
  return help.substr(0, end);
}

namespace {

// For --format=js, COMP_WORDS contains "--format", "=" and "js", because '=' separates words there.
constexpr const char *helpers = R"(# bash completion for osaca; written by `osaca completion bash`
_osaca_among() {
  local word
  COMPREPLY=()
  for word in $1; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
}

# Completes the last item of a comma-separated list.
_osaca_list() {
  local before="" word
  [[ $cur == *,* ]] && before="${cur%,*},"
  COMPREPLY=()
  for word in $1; do
    [[ $before$word == "$cur"* ]] && COMPREPLY+=("$before$word")
  done
}

# No words, so that the shell completes file names itself (complete -o default).
_osaca_files() { COMPREPLY=(); }

_osaca_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}

)";

std::string pattern_of(const CompletedCommand &command, const OptionDescription &option) {
  std::string out;
  for (const std::string &name : option.names)
    out += format_text("{}{}:{}", out.empty() ? "" : "|", command.name, name);
  return out;
}

std::string action_of(const OptionDescription &option) {
  if (option.choices.empty())
    return option.takes_folder() ? "_osaca_folders" : "_osaca_files";
  return format_text("{} '{}'", option.takes_list() ? "_osaca_list" : "_osaca_among", joined(option.choices, " "));
}

} // namespace

std::string bash_completion(const std::vector<CompletedCommand> &commands) {
  std::string names;
  std::string values;
  std::string options;
  for (const CompletedCommand &command : commands) {
    names += (names.empty() ? "" : " ") + command.name;
    std::string all;
    for (const OptionDescription &option : command.description.options) {
      if (!option.is_positional())
        all += (all.empty() ? "" : " ") + joined(option.names, " ");
      if (!option.is_positional() && !option.is_flag())
        values += format_text("    {}) {}; return ;;\n", pattern_of(command, option), action_of(option));
    }
    options += format_text("    {}) _osaca_among '{}' ;;\n", command.name, all);
  }
  std::string out = helpers;
  out += format_text("_osaca() {{\n"
                     "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev= command=analyze commands='{}'\n"
                     "  (( COMP_CWORD > 0 )) && prev=${{COMP_WORDS[COMP_CWORD-1]}}\n"
                     "  if [[ $cur == = ]]; then\n"
                     "    cur=\n"
                     "  elif [[ $prev == = ]] && (( COMP_CWORD > 1 )); then\n"
                     "    prev=${{COMP_WORDS[COMP_CWORD-2]}}\n"
                     "  fi\n"
                     "  if (( COMP_CWORD > 1 )) && [[ \" $commands \" == *\" ${{COMP_WORDS[1]}} \"* ]]; then\n"
                     "    command=${{COMP_WORDS[1]}}\n"
                     "  fi\n"
                     "  case $command:$prev in\n"
                     "{}  esac\n"
                     "  if [[ $cur != -* ]]; then\n"
                     "    _osaca_files\n"
                     "    (( COMP_CWORD == 1 )) && _osaca_among \"$commands\"\n"
                     "    return\n"
                     "  fi\n"
                     "  case $command in\n"
                     "{}  esac\n"
                     "}}\n"
                     "complete -o default -o bashdefault -F _osaca osaca\n",
                     names, values, options);
  return out;
}

namespace {

/// Escaped for single quotes and for _arguments, where brackets and colons are special.
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
                                 : format_text("({})", joined(option.choices, " "));
  else if (option.takes_folder())
    action = "_files -/";
  else if (option.takes_file())
    action = "_files";
  return format_text(":{}:{}", escaped_for_zsh(label), action);
}

std::string arguments_of(const CommandDescription &description) {
  std::string out;
  for (const OptionDescription &option : description.options) {
    if (option.is_positional())
      out += format_text(" \\\n        '*{}'", value_of(option));
    for (const std::string &name : option.names) {
      const bool is_long = name.starts_with("--");
      out += format_text(" \\\n        '*{}{}[{}]{}'", name,
                         option.is_flag() ? ""
                         : is_long        ? "="
                                          : "+",
                         escaped_for_zsh(short_help(option.help)), value_of(option));
    }
  }
  return out;
}

} // namespace

std::string zsh_completion(const std::vector<CompletedCommand> &commands) {
  std::string list;
  std::string cases;
  for (const CompletedCommand &command : commands) {
    list += format_text("    '{}:{}'\n", command.name, escaped_for_zsh(command.summary));
    cases +=
        format_text("    {})\n      {}\n      ;;\n", command.name,
                    command.is_known ? "_arguments -s" + arguments_of(command.description) : std::string("_files"));
  }
  return format_text("#compdef osaca\n"
                     "# zsh completion for osaca; written by `osaca completion zsh`\n"
                     "_osaca() {{\n"
                     "  local -a commands\n"
                     "  commands=(\n"
                     "{}  )\n"
                     "  local command=analyze\n"
                     "  if (( CURRENT > 2 )) && [[ -n ${{commands[(r)${{words[2]}}:*]}} ]]; then\n"
                     "    command=${{words[2]}}\n"
                     "    shift words\n"
                     "    (( CURRENT-- ))\n"
                     "  elif (( CURRENT == 2 )) && [[ ${{words[2]}} != -* ]]; then\n"
                     "    _describe -t commands command commands\n"
                     "  fi\n"
                     "  case $command in\n"
                     "{}  esac\n"
                     "}}\n\n"
                     "_osaca \"$@\"\n",
                     list, cases);
}

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
  std::string out = format_text("complete -c osaca -n '__osaca_runs {}'", command.name);
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
  return format_text("{} -d {}\n", out, fish_word(short_help(option.help)));
}

} // namespace

std::string fish_completion(const std::vector<CompletedCommand> &commands) {
  std::string names;
  std::string lines;
  for (const CompletedCommand &command : commands) {
    names += " " + command.name;
    lines += format_text("complete -c osaca -n __osaca_has_no_command -a {} -d {}\n", command.name,
                         fish_word(command.summary));
    if (command.is_known && !command.description.has_positionals())
      lines += format_text("complete -c osaca -n '__osaca_runs {}' -f\n", command.name);
    for (const OptionDescription &option : command.description.options)
      if (!option.is_positional())
        lines += line_of(command, option);
  }
  return format_text("# fish completion for osaca; written by `osaca completion fish`\n"
                     "function __osaca_has_no_command\n"
                     "    test (count (commandline -opc)) -lt 2\n"
                     "end\n\n"
                     "# Without a command, the arguments are those of analyze.\n"
                     "function __osaca_runs\n"
                     "    set -l words (commandline -opc)\n"
                     "    set -l commands{}\n"
                     "    if test (count $words) -ge 2; and contains -- $words[2] $commands\n"
                     "        test $words[2] = $argv[1]\n"
                     "    else\n"
                     "        test $argv[1] = analyze\n"
                     "    end\n"
                     "end\n\n"
                     "{}",
                     names, lines);
}

} // namespace osaca::driver
