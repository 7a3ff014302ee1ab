#!/bin/sh
# What the loader takes for a Clang, with stand-ins for those that are not installed here: linked statically, linked with
# another C++ library, built without support for plugins. Arguments: C++ COMPILER, LOADER.
cxx=$1
loader=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

cat >"$work/host.cc" <<'END'
#include <dlfcn.h>
#include <string>
namespace clang {
#if defined(VENDOR)
std::string getClangFullVersion() { return VENDOR " (https://example.org/a path that needs the heap)"; }
#elif defined(OTHER_LIBRARY)
int getClangFullVersion() { return 0; } // mangled as with a string that is not libstdc++'s
#endif
} // namespace clang
#ifdef MAJOR
extern "C" void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) { *major = MAJOR, *minor = 1, *patch = 7; }
#endif
int main(int, char **arguments) { return dlopen(arguments[1], RTLD_LAZY | RTLD_GLOBAL) == nullptr; }
END

host_says() { # name of the program, what it must say, how it is compiled...
  name=$1 expected=$2
  shift 2
  "$cxx" -rdynamic "$@" "$work/host.cc" -o "$work/$name" -ldl || { echo "FAILED: $name does not build"; exit 1; }
  said=$("$work/$name" "$loader" 2>&1) || { echo "FAILED: $name $*: status $?"; failures=$((failures + 1)); }
  case $said in
  $expected) ;;
  *) echo "FAILED: $name $*: says \"$said\", not \"$expected\""; failures=$((failures + 1)) ;;
  esac
}

host_says clang-3 "note: osaca: there is no plugin for clang 3; plugins in *" '-DVENDOR="Some clang version 3.9.1"'
host_says clang-3 "note: osaca: there is no plugin for clang 3; plugins in *" '-DVENDOR="Vendor clang version 99.0"' -DMAJOR=3
host_says a.out "note: osaca: there is no plugin for clang 3; plugins in *" '-DVENDOR="clang version 3.9"'
host_says clang "note: osaca: there is no plugin for this clang, whose version is unknown; *" '-DVENDOR="something else"'
host_says clang++-18 "note: osaca: this clang is linked with libc++, *" -DOTHER_LIBRARY -DMAJOR=18
host_says clang-18 "note: osaca: this clang was built without support for plugins"
host_says clangd "" -DMAJOR=18
host_says opt "" -DMAJOR=18
[ $failures = 0 ] && echo "all as expected"
exit $((failures > 0))
