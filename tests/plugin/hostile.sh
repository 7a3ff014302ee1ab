# For tests of what hostile sources do: the compile ends, with the object that it has without the plugin, and says something short.
# Behind lib.sh; sets name to what is compiled.
driver=$4

case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac

# Compiles a file of $work with and without the plugin, within bounds of time and memory; messages are in $work/said. `flags` go before
# the options.
compile_with() { # the plugin's option, file, options of both compiles...
  option=$1
  name=$2
  shift 2
  rm -f "$work/with.o"
  # shellcheck disable=SC2086
  "$compiler" $flags "$@" -c "$work/$name" -o "$work/without.o" 2>"$work/said" || fail "$name: does not compile: $(head -c 500 "$work/said")"
  (
    ulimit -v 6000000
    # shellcheck disable=SC2086
    timeout 120 "$compiler" $flags "$@" -c "$work/$name" -o "$work/with.o" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
      -fplugin-arg-osaca-arch=zen4 "$option" >"$work/said" 2>&1 </dev/null
  ) || fail "$name: the compile fails: $(head -c 1000 "$work/said")"
  cmp "$work/without.o" "$work/with.o" || fail "$name: the object differs"
}
compile() { compile_with -fplugin-arg-osaca-arch=zen4 "$@"; }
says() { grep -q "$1" "$work/said" || fail "$name: expected '$1' in: $(head -c 1000 "$work/said")"; }
count() { [ "$(grep -c "$1" "$work/said")" = "$2" ] || fail "$name: expected $2 times '$1' in: $(head -c 2000 "$work/said")"; }
short() { [ "$(wc -c <"$work/said")" -lt 400000 ] || fail "$name: $(wc -c <"$work/said") bytes of messages"; }
