#include "driver/command_line/completion.h"

#include "base/text.h"

namespace osaca::driver {
namespace {

// COMP_WORDS has "--format", "=" and "js" for --format=js, because '=' separates words there.
constexpr const char *helpers = R"(# bash completion for osaca; written by `osaca completion bash`
_osaca_among() {
  local word
  COMPREPLY=()
  for word in $1; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
}

# The last of a list with commas.
_osaca_list() {
  local before="" word
  [[ $cur == *,* ]] && before="${cur%,*},"
  COMPREPLY=()
  for word in $1; do
    [[ $before$word == "$cur"* ]] && COMPREPLY+=("$before$word")
  done
}

# Nothing: the shell's own completion of file names takes over (complete -o default).
_osaca_files() { COMPREPLY=(); }

_osaca_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}

)";

std::string pattern_of(const CompletedCommand &command, const OptionDescription &option) {
  std::string out;
  for (const std::string &name : option.names)
    out += (out.empty() ? "" : "|") + command.name + ":" + name;
  return out;
}

std::string action_of(const OptionDescription &option) {
  if (option.choices.empty())
    return option.takes_folder() ? "_osaca_folders" : "_osaca_files";
  return std::string(option.takes_list() ? "_osaca_list" : "_osaca_among") + " '" + joined(option.choices, " ") + "'";
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
        values += "    " + pattern_of(command, option) + ") " + action_of(option) + "; return ;;\n";
    }
    options += "    " + command.name + ") _osaca_among '" + all + "' ;;\n";
  }
  std::string out = helpers;
  out += "_osaca() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev= command=analyze commands='" +
         names +
         "'\n"
         "  (( COMP_CWORD > 0 )) && prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [[ $cur == = ]]; then\n"
         "    cur=\n"
         "  elif [[ $prev == = ]] && (( COMP_CWORD > 1 )); then\n"
         "    prev=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  fi\n"
         "  if (( COMP_CWORD > 1 )) && [[ \" $commands \" == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
         "    command=${COMP_WORDS[1]}\n"
         "  fi\n"
         "  case $command:$prev in\n" +
         values +
         "  esac\n"
         "  if [[ $cur != -* ]]; then\n"
         "    _osaca_files\n"
         "    (( COMP_CWORD == 1 )) && _osaca_among \"$commands\"\n"
         "    return\n"
         "  fi\n"
         "  case $command in\n" +
         options +
         "  esac\n"
         "}\n"
         "complete -o default -o bashdefault -F _osaca osaca\n";
  return out;
}

} // namespace osaca::driver
