// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "same_text.h"

#include "process.h"

#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace osaca::conformance {
namespace {

struct Line {
  long address = 0;
  std::string text;
  long target = -1; ///< address inside the same function, or -1
};

struct Listed {
  std::string section;
  long begin = 0;
  std::vector<Line> lines;
};

bool is_padding(const std::string &text) {
  static const std::regex padding(
      "^(nop|nop[wl] .*|cs nop[wl] .*|(data16 )+.*nop.*|xchgw %ax, %ax|int3|udf #0x0|unimp|c\\.nop)$");
  return std::regex_match(text, padding);
}

/// Takes the address out of an operand such as `0x40 <main+0x10>`, and says where in `function` it leads.
void take_target(Line &line, const std::string &function) {
  static const std::regex target("(\\$|#)?(0x)?[0-9a-f]+ <([^>]*)>");
  std::smatch match;
  if (!std::regex_search(line.text, match, target))
    return;
  const std::string name = match[3];
  if (name.rfind(".L", 0) == 0 || name.substr(0, name.find("+0x")) == function) {
    const std::string address = match.str(0).substr(0, match.str(0).find(' '));
    line.target = std::stol(address, nullptr, 16);
  }
  line.text = std::regex_replace(line.text, target, "<>");
}

/// Of addresses relative to the instruction only the register stays; shifts by one have two encodings.
std::string same_for_same(const std::string &text) {
  static const std::regex shift_by_one("^((sh|sa|ro|rc)[lr][bwlq]) \\$0x1, ");
  static const std::regex relative("(-?0x[0-9a-f]+|-?[0-9]+)?\\(%rip\\)");
  return std::regex_replace(std::regex_replace(text, shift_by_one, "$1 "), relative, "(%rip)");
}

std::string words_only(const std::string &text) {
  std::string result;
  for (const std::string &word : words_of(text))
    result += (result.empty() ? "" : " ") + word;
  return result;
}

/// What a relocation fills in is not known yet: shown as zero or as the addend of a section's symbol.
void take_relocated(Line &line) {
  static const std::regex number("(-?0x[0-9a-f]+|-?\\b[0-9]+\\b)(?!.*(-?0x[0-9a-f]+))");
  line.target = -1;
  if (line.text.find("(%rip)") == std::string::npos)
    line.text = std::regex_replace(line.text, number, "<>");
}

/// Directives that count on the head of the unit, which is not captured.
std::string without_places(const std::string &assembly) {
  std::string result;
  std::istringstream in(assembly);
  for (std::string line; std::getline(in, line);)
    if (const std::vector<std::string> words = words_of(line);
        words.empty() || (words[0] != ".loc" && words[0] != ".file"))
      result += line + '\n';
  return result;
}

std::vector<std::string> settle(const Listed &listed) {
  std::map<long, int> index_at;
  int index = 0;
  for (const Line &line : listed.lines) {
    index_at[line.address] = index;
    index += is_padding(line.text) ? 0 : 1;
  }
  std::vector<std::string> instructions;
  for (const Line &line : listed.lines) {
    if (is_padding(line.text))
      continue;
    const auto target = index_at.find(line.target);
    instructions.push_back(target == index_at.end() ? line.text : line.text + " @" + std::to_string(target->second));
  }
  return instructions;
}

} // namespace

Disassembly read_disassembly(const std::string &listing) {
  static const std::regex start("^[0-9a-f]+ <(.*)>:$");
  static const std::regex code("^ *([0-9a-f]+): *\t(.*)$");
  static const std::regex relocation("^\t+[0-9a-f]+: +R_(.*)$");
  Disassembly result;
  std::map<std::string, Listed> functions;
  std::string function;
  std::istringstream in(listing);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_match(line, match, start)) {
      // Local labels, which some assemblers keep, are places inside the function.
      if (const std::string name = match[1]; name.rfind(".L", 0) != 0 && name.front() != '$')
        function = name;
    } else if (std::regex_search(line, match, relocation)) {
      static const std::regex only_hint("RELAX|ALIGN");
      if (!function.empty() && !functions[function].lines.empty() && !std::regex_search(line, only_hint))
        take_relocated(functions[function].lines.back());
    } else if (std::regex_match(line, match, code) && !function.empty()) {
      Line read{std::stol(match[1], nullptr, 16), match[2], -1};
      for (const std::string comment : {" #", "\t#", " //", "\t//"})
        if (const std::size_t at = read.text.find(comment + " "); at != std::string::npos)
          read.text.resize(at);
      read.text = same_for_same(words_only(read.text));
      take_target(read, function);
      functions[function].lines.push_back(std::move(read));
    }
  }
  for (const auto &[name, listed] : functions)
    result[name] = settle(listed);
  return result;
}

std::string assemblable(const Captured &capture) {
  std::string text;
  for (const CapturedFunction &function : capture.functions)
    text += "\t.text\n" + without_places(function.assembly) + "\n";
  std::set<std::string> defined;
  static const std::regex definition("(^|\n)(\\.L[\\w.$]+):");
  for (std::sregex_iterator it(text.begin(), text.end(), definition), end; it != end; ++it)
    defined.insert((*it)[2]);
  static const std::regex assignment("\\.set[ \t]+(\\.L[\\w.$]+)");
  for (std::sregex_iterator it(text.begin(), text.end(), assignment), end; it != end; ++it)
    defined.insert((*it)[1]);
  static const std::regex local("\\.L[\\w.$]+");
  std::string result;
  std::size_t copied = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), local), end; it != end; ++it) {
    const std::size_t at = static_cast<std::size_t>(it->position());
    result += text.substr(copied, at - copied);
    result += defined.count(it->str()) != 0 ? it->str() : "elsewhere_" + it->str().substr(2);
    copied = at + it->length();
  }
  return result + text.substr(copied);
}

std::string difference(const std::string &function, const Disassembly &object, const Disassembly &captured) {
  const auto in_object = object.find(function);
  const auto in_capture = captured.find(function);
  if (in_object == object.end())
    return "it is not in the object";
  if (in_capture == captured.end())
    return "its captured text has no code";
  const std::vector<std::string> &a = in_object->second;
  const std::vector<std::string> &b = in_capture->second;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i] != b[i])
      return "instruction " + std::to_string(i) + " is '" + a[i] + "' in the object and '" + b[i] + "' in the capture";
  if (a.size() != b.size())
    return std::to_string(a.size()) + " instructions in the object, " + std::to_string(b.size()) + " in the capture";
  return {};
}

} // namespace osaca::conformance
