// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every compiler's plugin says in the same words. The compiler puts the place before it, the plugin "osaca: ".
#pragma once

#include <string>

namespace osaca::messages {

inline std::string unknown_function(const std::string &name) {
  return "this unit has no function '" + name + "' to analyse";
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

/// A finding, with the name of its rule ("": none).
inline std::string finding(const std::string &message, const std::string &rule) {
  return rule.empty() ? message : message + " [" + rule + "]";
}

} // namespace osaca::messages
