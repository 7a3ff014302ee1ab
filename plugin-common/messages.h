// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages that all plugins share. The compiler adds the location, and the plugin the prefix "osaca: ".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::messages {

/// "'a', 'b' or 'c'"; a long list is cut after the first names.
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

/// `what` is for example "precompiled header".
inline std::string precompiled(const std::string &what) {
  return "the loops of a " + what + " are not analysed; where it is included as text, they are";
}

/// For GCC, about a unit that is compiled with -flto.
inline std::string analysed_at_link() {
  return "with '-flto' the loops of this unit are analysed when the program is linked, if '-fplugin' stands on that "
         "command line too";
}

/// "'a.c' (and 2 more)"
inline std::string first_of(const std::vector<std::string> &names) {
  const std::string first = "'" + names.front() + "'";
  return names.size() == 1 ? first : first + " (and " + std::to_string(names.size() - 1) + " more)";
}

inline std::string missing_at_link(const std::vector<std::string> &sources) {
  return "annotated loops are looked for in the sources, but " + first_of(sources) +
         " cannot be read here: nothing is known of pragmas in it";
}

inline std::string changed_before_link(const std::vector<std::string> &sources) {
  return "annotated loops are looked for in the sources, but " + first_of(sources) +
         " was changed after it was compiled: places may be wrong";
}

inline std::string source_is_cut(const std::string &source) {
  return "'" + source + "' has more loops and pragmas than are looked at, or nests deeper: those behind are not seen";
}

inline std::string one_file_for_many_parts(const std::string &file) {
  return "'" + file +
         "' is not written: parts of the program are compiled at the same time; 'report_dir=' has a file for each";
}

/// `cores` are the compiler's names for them.
inline std::string several_targets(const std::vector<std::string> &cores) {
  return "this program has code for several cores (" + any_of(cores) +
         "); all of it is analysed for the first; 'arch=' names another";
}

/// `instead` says what the user can do to have the code analysed.
inline std::string left_to_linker(const std::string &instead) {
  return "with '-flto' the code of this unit is written when the program is linked, so there is nothing to analyse "
         "yet; " +
         instead;
}

/// `targets` is for example "the target 'wasm32'".
inline std::string unsupported(const std::string &targets) {
  return "code for " + targets + " is not supported; nothing is analysed";
}

/// `language` is the compiler's name for it.
inline std::string unknown_language(const std::string &language) {
  return "loops of this language (" + language + ") are not looked at; nothing is analysed";
}

/// Why a directive in Fortran selects no loop.
inline std::string no_loop_of_fortran() {
  return "no do loop follows it, and no statement that the compiler makes a loop of (a copy of whole arrays may be a "
         "call instead)";
}

/// Why a pragma in a coroutine selects no loop.
inline std::string loop_of_coroutine() {
  return "it stands in a coroutine, whose loops GCC shows to no plugin; move the loop to a function that the coroutine "
         "calls";
}

inline std::string misplaced_directive(bool is_behind_code) {
  return is_behind_code ? "it stands behind code; it belongs on a line of its own, directly before the loop"
                        : "it stands between two lines of one statement; it belongs directly before the loop";
}

inline std::string no_text_to_read() {
  return "the text of this unit cannot be read a second time (it may come from a pipe), so no '!OSACA$ analyze' in it "
         "is seen";
}

/// A finding, followed by the name of its rule ("": none).
inline std::string finding(const std::string &message, const std::string &rule) {
  return rule.empty() ? message : message + " [" + rule + "]";
}

} // namespace osaca::messages
