#!/bin/sh
# All C++ of the project is as clang-format writes it: format.sh CLANG-FORMAT PROJECT
cd "$2" || exit 1
find analyzer driver measure scan plugin-common gcc-plugin clang-plugin tests \( -name '*.h' -o -name '*.cpp' \) |
  grep -vE '^tests/(advice/drivers|conformance/sources|golden)/' | sort |
  xargs "$1" --dry-run -Werror
