// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages that all plugins share. The compiler adds the location, and the plugin the prefix "osaca: ".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::messages {

/// "'a', 'b' or 'c'" with "or" as `last`; a long list is cut after the first names.
inline std::string listed(const std::vector<std::string> &names, const std::string &last) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " " + last + " " : ", ") + ("'" + names[i] + "'");
  return names.size() > most ? text + ", ..." : text;
}

inline std::string any_of(const std::vector<std::string> &names) { return listed(names, "or"); }
inline std::string all_of(const std::vector<std::string> &names) { return listed(names, "and"); }

inline std::string unknown_functions(const std::vector<std::string> &names) {
  return "no function " + any_of(names) + " is defined in this unit";
}

inline std::string mistyped_function(const std::string &name, const std::string &meant) {
  return unknown_functions({name}) + "; did you mean '" + meant + "'?";
}

inline std::string no_loop_in(const std::vector<std::string> &names) {
  return "there is no loop to analyse in " + any_of(names);
}

inline std::string no_analysis(const std::string &why) { return "this unit is not analysed: " + why; }

inline std::string no_report(const std::string &why) {
  return "the report on this unit is missing" + (why.empty() ? std::string() : ": " + why);
}

/// `what` is for example "precompiled header".
inline std::string precompiled(const std::string &what) {
  return "loops in a " + what + " are not analysed; to analyse them, include the file as text";
}

/// For GCC, about a unit that is compiled with -flto.
inline std::string analysed_at_link() {
  return "with '-flto', the loops of this unit are analysed when the program is linked; pass '-fplugin' to the link "
         "command, too";
}

/// "'a.c' (and 2 more)"
inline std::string first_of(const std::vector<std::string> &names) {
  const std::string first = "'" + names.front() + "'";
  return names.size() == 1 ? first : first + " (and " + std::to_string(names.size() - 1) + " more)";
}

inline std::string no_statement_at_link() {
  return "with '-flto', GCC finds only pragmas before loops when the program is linked; to analyse this statement, run "
         "'osaca annotated' on the program (requires -g)";
}

inline std::string missing_at_link(const std::vector<std::string> &sources) {
  return "source " + first_of(sources) + " cannot be read at link time, so its annotated loops are not found";
}

inline std::string changed_before_link(const std::vector<std::string> &sources) {
  return "source " + first_of(sources) +
         " was changed after it was compiled, so the lines reported for its loops may be wrong";
}

inline std::string source_is_cut(const std::string &source) {
  return "'" + source + "' has too many loops and pragmas, or nests them too deeply; the rest of the file is ignored";
}

inline std::string one_file_for_many_parts(const std::string &file) {
  return "'" + file +
         "' is not written, because the program is compiled in parts; use 'report_dir=' to get a report of each part";
}

/// `cores` are the compiler's names for them.
inline std::string several_targets(const std::vector<std::string> &cores) {
  return "the functions of this program are compiled for " + any_of(cores) +
         ", but all are analysed for the first; use 'arch=' to select another core";
}

/// `instead` says what the user can do to have the code analysed.
inline std::string left_to_linker(const std::string &instead) {
  return "with '-flto', the code of this unit is generated when the program is linked; " + instead;
}

/// `targets` is for example "the target 'wasm32'".
inline std::string unsupported(const std::string &targets) {
  return "code for " + targets + " is not supported; nothing is analysed";
}

/// `language` is the compiler's name for it.
inline std::string unknown_language(const std::string &language) {
  return "code in the language '" + language + "' is not supported; nothing is analysed";
}

/// Why a directive in Fortran selects no loop.
inline std::string no_loop_of_fortran() {
  return "no do loop follows it, nor a statement that the compiler turns into a loop (a copy of whole arrays may "
         "become a call)";
}

/// Why a pragma in a coroutine selects no loop.
inline std::string loop_of_coroutine() {
  return "it is in a coroutine, whose loops GCC does not show to plugins; move the loop to a function that the "
         "coroutine calls";
}

inline std::string misplaced_directive(bool follows_code) {
  return follows_code ? "it follows code on the same line; put it on a line of its own, directly before the loop"
                      : "it is between two lines of one statement; put it directly before the loop";
}

inline std::string no_text_to_read() {
  return "the source of this unit cannot be read a second time (it may come from a pipe), so every '!OSACA$ analyze' "
         "in it is ignored";
}

/// A finding, followed by the name of its rule ("": none).
inline std::string finding(const std::string &message, const std::string &rule) {
  return rule.empty() ? message : message + " [" + rule + "]";
}

} // namespace osaca::messages
