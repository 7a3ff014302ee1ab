# completion.bash OSACA SCRATCH: completes words as bash does, and asks zsh and fish, where they are installed.
set -u
osaca=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/some folder"
cd "$scratch" || exit 1
failures=0
fail() { printf 'failed: %s\n' "$*"; failures=$((failures + 1)); }

for shell in bash zsh fish; do
  "$osaca" completion $shell > osaca.$shell || fail "completion $shell has no exit status 0"
done
[ -z "$("$osaca" completion tcsh 2>/dev/null)" ] || fail "a script for an unknown shell"

bash -n osaca.bash || fail "bash does not understand its script"
source ./osaca.bash
case $(complete -p osaca) in *"-F _osaca"*) ;; *) fail "bash was not told of the completion" ;; esac

# complete_words WORD...: the last one is being typed. Answers in COMPREPLY.
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _osaca
}
offers() { # expected, then the words
  local expected=$1 word
  shift
  complete_words "$@"
  for word in "${COMPREPLY[@]}"; do [ "$word" = "$expected" ] && return; done
  fail "'$*' does not offer '$expected' but: ${COMPREPLY[*]}"
}
offers_not() {
  local unexpected=$1 word
  shift
  complete_words "$@"
  for word in "${COMPREPLY[@]}"; do [ "$word" = "$unexpected" ] && fail "'$*' offers '$unexpected'"; done
}

# Each command of --help, and each of its long options as its own --help has them.
commands=$("$osaca" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sort -u | grep -v '^osaca$')
[ "$(wc -w <<< "$commands")" -ge 12 ] || fail "there should be more commands: $commands"
for command in $commands; do
  offers "$command" osaca "${command:0:2}"
  case $command in measure | model | scan) continue ;; esac # programs of their own
  for option in $("$osaca" "$command" --help | sed -n 's/^  *\(-[^ ]*\) .*/\1/p' | tr ',' '\n' | grep '^--'); do
    offers "$option" osaca "$command" "$option"
    offers "$option" osaca "$command" "--"
  done
done
offers --arch osaca --a                       # without a command the words are for analyze
offers_not --update-baseline osaca --u
offers --update-baseline osaca report --u
offers zen4 osaca --arch ze                   # what `osaca models` lists
offers zen4,skx osaca --arch zen4,sk
offers native osaca analyze kernel.s -a nat
offers json osaca --format js
offers json osaca --format = js               # how bash splits --format=js
offers text osaca --format =
offers json osaca diff --format j
offers_not json osaca report --jobs j
offers "some folder" osaca diff --root so
complete_words osaca kernel; [ ${#COMPREPLY[@]} = 0 ] || fail "file names are the shell's to complete: ${COMPREPLY[*]}"
complete_words osaca; complete_words osaca ''; complete_words osaca '$(touch evil)' '`touch evil`' '*'
[ ! -e evil ] || fail "a word was run"

# Names of cores are all that `osaca models` shows.
cores=$("$osaca" models | sed -n '2,/^$/s/ .*//p')
[ "$(wc -w <<< "$cores")" -ge 10 ] || fail "there should be more cores: $cores"
for core in $cores; do offers "$core" osaca --arch "${core:0:2}"; done

if command -v zsh >/dev/null; then
  zsh -n osaca.zsh || fail "zsh does not understand its script"
  mkdir functions && cp osaca.zsh functions/_osaca
  zsh -f -c 'fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -d dump; [[ ${_comps[osaca]} == _osaca ]]' ||
    fail "zsh does not find the completion"
fi
if command -v fish >/dev/null; then
  export HOME=$scratch XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data
  fish -n osaca.fish || fail "fish does not understand its script"
  fish_offers() { # expected, command line
    fish -N -c "source osaca.fish; complete -C '$2'" | cut -f1 | grep -Fqx -- "$1" || fail "fish does not offer $1 for '$2'"
  }
  fish_offers doctor 'osaca do'
  fish_offers --update-baseline 'osaca report --up'
  fish_offers json 'osaca diff --format j'
  fish_offers zen4 'osaca --arch zen'
  fish_offers --arch 'osaca --ar'
fi
[ $failures = 0 ]
