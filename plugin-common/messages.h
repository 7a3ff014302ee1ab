// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every compiler's plugin says in the same words. The compiler puts the place before it, the plugin "osaca: ".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::messages {

/// "'a', 'b' or 'c'"; of many the first ones.
inline std::string any_of(const std::vector<std::string> &names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + ("'" + names[i] + "'");
  return names.size() > most ? text + ", ..." : text;
}

inline std::string unknown_functions(const std::vector<std::string> &names) {
  return "this unit has no function " + any_of(names) + " to analyse";
}

inline std::string mistyped_function(const std::string &name, const std::string &meant) {
  return unknown_functions({name}) + "; did you mean '" + meant + "'?";
}

inline std::string no_loop_in(const std::vector<std::string> &names) {
  return "there is no loop to analyse in " + any_of(names);
}

inline std::string no_analysis(const std::string &why) { return "no analysis of this unit: " + why; }

/// `what`: such as "precompiled header".
inline std::string precompiled(const std::string &what) {
  return "the loops of a " + what + " are not analysed; where it is included as text, they are";
}

/// `instead`: what the user can do to see the code.
inline std::string left_to_linker(const std::string &instead) {
  return "with '-flto' the code of this unit is written when the program is linked, so there is nothing to analyse yet; " +
         instead;
}

/// `targets`: such as "the target 'wasm32'".
inline std::string unsupported(const std::string &targets) {
  return "code for " + targets + " is not supported; nothing is analysed";
}

/// `language`: what the compiler calls it.
inline std::string unknown_language(const std::string &language) {
  return "loops of this language (" + language + ") are not looked at; nothing is analysed";
}

/// Why a directive of Fortran means no loop.
inline std::string no_loop_of_fortran() {
  return "no do loop follows it, and no statement that the compiler makes a loop of (a copy of whole arrays may be a call instead)";
}

inline std::string misplaced_directive(bool is_behind_code) {
  return is_behind_code ? "it stands behind code; it belongs on a line of its own, directly before the loop"
                        : "it stands between two lines of one statement; it belongs directly before the loop";
}

inline std::string no_text_to_read() {
  return "the text of this unit cannot be read a second time (it may come from a pipe), so no '!OSACA$ analyze' in it is seen";
}

/// A finding, with the name of its rule ("": none).
inline std::string finding(const std::string &message, const std::string &rule) {
  return rule.empty() ? message : message + " [" + rule + "]";
}

} // namespace osaca::messages
