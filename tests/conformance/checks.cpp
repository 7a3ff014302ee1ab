// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <regex>

#include <cxxabi.h>

namespace osaca::conformance {
namespace {

std::string demangled(const std::string &name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : name;
}

bool lies_in(const CapturedLoop &loop, int line) {
  return std::any_of(loop.lines.begin(), loop.lines.end(),
                     [&](const auto &range) { return range.first <= line && line <= range.second; });
}

std::vector<std::string> text_of(const MachineCode &code, const CapturedLoop &loop) {
  std::vector<std::string> text;
  for (const MachineInstruction &instruction : code.instructions())
    if (lies_in(loop, instruction.line))
      text.push_back(instruction.text);
  return text;
}

bool is_packed(const std::string &instruction) {
  static const std::regex packed("^v?(p[a-z0-9]+|mov[a-z]*[dqu]+[ap]?[sd]?|[a-z0-9]+p[sd]) .*%[xyz]mm" // x86
                                 "|\\bv[0-9]+\\.[0-9]*[bhsd]|\\bz[0-9]+\\.[bhsd]"                      // AArch64
                                 "|^v[a-z0-9.]+ .*\\bv[0-9]+");                                        // RISC-V
  return std::regex_search(instruction, packed);
}

int bytes_of(const std::string &instruction) {
  if (instruction.find("%zmm") != std::string::npos)
    return 64;
  if (instruction.find("%ymm") != std::string::npos)
    return 32;
  static const std::regex half("\\.(8b|4h|2s)\\b");
  return std::regex_search(instruction, half) ? 8 : 16;
}

/// One loop of the source with all of its machine loops.
class LoopCheck {
public:
  LoopCheck(const Captured &capture, int index, const Expectation &expected)
      : capture_(capture), index_(index), annotation_(capture.annotations[index]), expected_(expected) {}

  std::vector<std::string> run() {
    if (annotation_.status != expected_.status)
      complain("is '" + annotation_.status + "' (" + annotation_.reason + "), not '" + expected_.status + "'");
    else if (!expected_.reason.empty() && !std::regex_search(annotation_.reason, std::regex(expected_.reason)))
      complain("the reason '" + annotation_.reason + "' does not tell: " + expected_.reason);
    else
      check_machine_loops();
    return std::move(complaints_);
  }

private:
  void complain(const std::string &text) {
    complaints_.push_back(annotation_.file + ":" + std::to_string(annotation_.line) + ": " + text);
  }

  void check_machine_loops() {
    std::set<std::string> roles;
    std::vector<std::string> functions;
    int copies = 0;
    for (const CapturedFunction &function : capture_.functions) {
      const MachineCode code(function.assembly, capture_.isa);
      for (const CapturedLoop &loop : function.loops) {
        if (loop.annotation != index_)
          continue;
        roles.insert(loop.role.empty() ? "plain" : loop.role);
        functions.push_back(demangled(function.name));
        copies += loop.innermost ? 1 : 0;
        if (loop.role == "vector body")
          check_vector_body(function.name, text_of(code, loop), loop.source_iterations);
      }
    }
    if ((copies + static_cast<int>(functions.size()) > 0) != (annotation_.status == "found"))
      complain(annotation_.status + " with " + std::to_string(functions.size()) + " machine loops");
    if (annotation_.status == "found" && (copies < expected_.least_copies || copies > expected_.most_copies))
      complain(std::to_string(copies) + " innermost machine loops");
    check_roles(roles);
    check_functions(functions);
  }

  void check_roles(const std::set<std::string> &roles) {
    for (const std::string &role : expected_.roles)
      if (roles.count(role) == 0) {
        std::string all;
        for (const std::string &one : roles)
          all += (all.empty() ? "" : ", ") + one;
        complain("no '" + role + "' among: " + all);
      }
  }

  void check_functions(const std::vector<std::string> &functions) {
    if (expected_.functions.empty())
      return;
    const auto names = [](const std::string &function, const std::string &name) {
      return function.find(name) != std::string::npos;
    };
    for (const std::string &name : expected_.functions)
      if (std::none_of(functions.begin(), functions.end(), [&](const auto &function) { return names(function, name); }))
        complain("no machine loop in '" + name + "'");
    for (const std::string &function : functions)
      if (std::none_of(expected_.functions.begin(), expected_.functions.end(),
                       [&](const auto &name) { return names(function, name); }))
        complain("a machine loop in '" + function + "'");
  }

  void check_vector_body(const std::string &function, const std::vector<std::string> &text, int source_iterations) {
    // Without vector instructions GCC packs small numbers into whole registers.
    if (!expected_.is_unpacked && capture_.isa != "riscv64" && std::none_of(text.begin(), text.end(), is_packed))
      complain("the vector body in '" + function + "' has no packed instruction");
    if (expected_.once.empty() || source_iterations == 0)
      return;
    const std::regex once("^(" + expected_.once + ") ");
    int bytes = 0;
    for (const std::string &instruction : text)
      bytes += is_packed(instruction) && std::regex_search(instruction, once) ? bytes_of(instruction) : 0;
    if (bytes != source_iterations * expected_.once_bytes)
      complain("the vector body in '" + function + "' works on " + std::to_string(bytes) + " bytes, which is not " +
               std::to_string(source_iterations) + " source iterations");
  }

  const Captured &capture_;
  int index_;
  const CapturedAnnotation &annotation_;
  const Expectation &expected_;
  std::vector<std::string> complaints_;
};

/// The first instruction that is only in one of the two; "" if there is none.
std::string difference(const MachineCode &code, int header, const CapturedLoop &captured,
                       const std::set<int> &instructions) {
  const auto &all = code.instructions();
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const bool is_captured = lies_in(captured, all[i].line);
    // Exception handlers are entered by no jump: whether they belong to a loop cannot be seen here.
    if (code.is_reachable(i) == code.is_reachable(header) && is_captured != (instructions.count(i) != 0))
      return "'" + all[i].text + "' (line " + std::to_string(all[i].line) + ") is " +
             (is_captured ? "captured, but not part of it" : "part of it, but not captured");
  }
  return {};
}

std::string shape_complaint(const MachineCode &code, const CapturedLoop &captured, bool may_be_turn) {
  const auto &all = code.instructions();
  const auto header = std::find_if(all.begin(), all.end(),
                                   [&](const MachineInstruction &one) { return one.line >= captured.header_line; });
  const int index = static_cast<int>(header - all.begin());
  const auto loop = std::find_if(code.loops().begin(), code.loops().end(),
                                 [&](const NaturalLoop &one) { return one.header == index; });
  if (loop == code.loops().end())
    return "no jump leads back to its first instruction";
  const auto is_captured_turn = [&](const std::set<int> &turn) {
    return difference(code, index, captured, turn).empty();
  };
  if (const std::string found = difference(code, index, captured, loop->instructions);
      !found.empty() && !(may_be_turn && std::any_of(loop->turns.begin(), loop->turns.end(), is_captured_turn)))
    return found;
  if (loop->innermost != captured.innermost)
    return captured.innermost ? "is not the innermost" : "is the innermost";
  return {};
}

/// The expected loop whose statement most of the located instructions belong to, or -1.
int owner_of(const MachineCode &code, const NaturalLoop &loop, const std::vector<ExpectedLoop> &table) {
  int located = 0;
  std::vector<int> inside(table.size(), 0);
  for (const int i : loop.instructions) {
    const auto &[file, line] = code.instructions()[i].place;
    located += line > 0 ? 1 : 0;
    for (std::size_t k = 0; k < table.size(); ++k)
      inside[k] += file == table[k].file && table[k].line <= line && line <= table[k].last_line ? 1 : 0;
  }
  int owner = -1;
  for (std::size_t k = 0; k < table.size(); ++k) {
    const auto length = [&](std::size_t one) { return table[one].last_line - table[one].line; };
    if (inside[k] * 2 > located && (owner < 0 || length(k) < length(owner)))
      owner = static_cast<int>(k);
  }
  return owner;
}

} // namespace

std::vector<std::string> check_table(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                     const std::vector<std::string> &facts) {
  std::vector<std::string> complaints;
  if (capture.annotations.size() != table.size())
    return {std::to_string(capture.annotations.size()) + " annotations, and " + std::to_string(table.size()) +
            " expectations"};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const CapturedAnnotation &annotation = capture.annotations[i];
    const Expectation &expected = variant_for(table[i], facts);
    if (annotation.file != table[i].file || (annotation.line != table[i].line && expected.status != "not_a_loop"))
      complaints.push_back(table[i].file + ":" + std::to_string(table[i].line) + ": the loop is put at " +
                           annotation.file + ":" + std::to_string(annotation.line));
    for (std::string &one : LoopCheck(capture, static_cast<int>(i), expected).run())
      complaints.push_back(std::move(one));
  }
  return complaints;
}

std::vector<std::string> check_shapes(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                      const std::vector<std::string> &facts) {
  const auto may_be_turn = [&](const CapturedLoop &loop) {
    const auto index = static_cast<std::size_t>(loop.annotation);
    return loop.annotation >= 0 && index < table.size() && variant_for(table[index], facts).is_turn;
  };
  std::vector<std::string> complaints;
  for (const CapturedFunction &function : capture.functions) {
    const MachineCode code(function.assembly, capture.isa);
    for (const MachineInstruction &instruction : code.instructions())
      if (instruction.text.find(';') == std::string::npos && // several in one line, some with labels
          std::none_of(function.instructions.begin(), function.instructions.end(), [&](const auto &lines) {
            return lines.first <= instruction.line && instruction.line <= lines.second;
          })) {
        complaints.push_back(function.name + ": '" + instruction.text + "' is not listed as an instruction");
        break;
      }
    for (const CapturedLoop &loop : function.loops)
      if (const std::string complaint = shape_complaint(code, loop, may_be_turn(loop)); !complaint.empty())
        complaints.push_back(function.name + ": the loop at line " + std::to_string(loop.header_line) + ": " +
                             complaint);
  }
  return complaints;
}

std::vector<std::string> check_counts(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                      const std::vector<std::string> &facts, const std::vector<MachineCode> &unit) {
  std::vector<int> counted(table.size(), 0);
  for (const MachineCode &code : unit)
    for (const NaturalLoop &loop : code.loops())
      if (loop.innermost)
        if (const int owner = owner_of(code, loop, table); owner >= 0)
          ++counted[owner];
  // Several loops may stand in one line: of a header that is included twice, or in a macro.
  std::map<std::pair<std::string, int>, std::pair<int, int>> by_place;
  std::set<std::pair<std::string, int>> left_out;
  for (std::size_t i = 0; i < table.size() && i < capture.annotations.size(); ++i) {
    const Expectation &expected = variant_for(table[i], facts);
    const std::pair<std::string, int> place{table[i].file, table[i].line};
    if (expected.is_unlocated || expected.status == "not_a_loop")
      left_out.insert(place);
    auto &[captured, told] = by_place[place];
    told += counted[i];
    for (const CapturedFunction &function : capture.functions)
      for (const CapturedLoop &loop : function.loops)
        captured += loop.annotation == static_cast<int>(i) && loop.innermost ? 1 : 0;
  }
  std::vector<std::string> complaints;
  for (const auto &[place, counts] : by_place)
    if (left_out.count(place) == 0 && counts.first != counts.second)
      complaints.push_back(place.first + ":" + std::to_string(place.second) + ": " + std::to_string(counts.first) +
                           " machine loops are captured, and line numbers tell of " + std::to_string(counts.second));
  return complaints;
}

} // namespace osaca::conformance
