// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expectations.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace osaca::conformance {
namespace {

std::string trimmed(const std::string &text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(separator, begin);
    if (const std::string part = trimmed(text.substr(begin, end - begin)); !part.empty())
      parts.push_back(part);
    if (end == std::string::npos)
      return parts;
    begin = end + 1;
  }
}

void set_key(Expectation &expectation, int &offset, const std::string &key, const std::string &value) {
  if (key == "roles") {
    expectation.roles = split(value, ',');
  } else if (key == "in") {
    expectation.functions = split(value, ',');
  } else if (key == "copies") {
    expectation.least_copies = std::stoi(value);
    const std::size_t dash = value.find('-');
    expectation.most_copies = dash == std::string::npos ? expectation.least_copies : std::stoi(value.substr(dash + 1));
  } else if (key == "once") {
    const std::size_t blank = value.rfind(' ');
    expectation.once = value.substr(0, blank);
    expectation.once_bytes = std::stoi(value.substr(blank + 1));
  } else if (key == "reason") {
    expectation.reason = value;
  } else if (key == "unlocated") {
    expectation.is_unlocated = true;
  } else if (key == "unpacked") {
    expectation.is_unpacked = true;
  } else if (key == "turn") {
    expectation.is_turn = true;
  } else if (key == "at") {
    offset = std::stoi(value);
  } else {
    throw std::runtime_error("unknown key '" + key + "'");
  }
}

/// `text`: what stands behind the word EXPECT. `offset`: the value of `at`, or 0.
Expectation parse(std::string text, int &offset) {
  Expectation expectation;
  if (!text.empty() && text.front() == '[') {
    const std::size_t end = text.find(']');
    for (const std::string &condition : split(text.substr(1, end - 1), ','))
      expectation.conditions.push_back(split(condition, '|'));
    text = text.substr(end + 1);
  }
  text = trimmed(text);
  const std::size_t end_of_status = text.find_first_of(" ;");
  expectation.status = text.substr(0, end_of_status);
  if (expectation.status != "found" && expectation.status != "vanished" && expectation.status != "not_a_loop")
    throw std::runtime_error("unknown status '" + expectation.status + "'");
  if (end_of_status == std::string::npos)
    return expectation;
  for (const std::string &part : split(text.substr(end_of_status), ';')) {
    const std::size_t equals = part.find('=');
    set_key(expectation, offset, part.substr(0, equals), equals == std::string::npos ? "" : part.substr(equals + 1));
  }
  return expectation;
}

bool is_code(const std::string &line) {
  const std::string text = trimmed(line);
  return !text.empty() && text.rfind("//", 0) != 0 && text.rfind("/*", 0) != 0 && text.rfind("#pragma", 0) != 0;
}

bool goes_on(const std::vector<std::string> &lines, std::size_t line, std::size_t column, bool is_do) {
  std::string rest = trimmed(lines[line].substr(column));
  if (rest.empty() && line + 1 < lines.size())
    rest = trimmed(lines[line + 1]);
  return rest.rfind("else", 0) == 0 || (is_do && rest.rfind("while", 0) == 0);
}

/// The last line of the statement that begins in line `first` (from 1): up to the semicolon or brace that ends it.
int end_of_statement(const std::vector<std::string> &lines, int first) {
  int depth = 0;
  bool had_parenthesis = false;
  const bool is_do = trimmed(lines[static_cast<std::size_t>(first) - 1]).rfind("do", 0) == 0;
  for (std::size_t i = static_cast<std::size_t>(first) - 1; i < lines.size(); ++i) {
    const std::string text = lines[i].substr(0, lines[i].find("//"));
    for (std::size_t k = 0; k < text.size(); ++k) {
      const char c = text[k];
      depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
      had_parenthesis |= c == ')' || c == '}';
      if (depth <= 0 && had_parenthesis && (c == ';' || c == '}') && !goes_on(lines, i, k + 1, is_do))
        return static_cast<int>(i) + 1;
    }
  }
  return static_cast<int>(lines.size());
}

class TableReader {
public:
  void read(const std::filesystem::path &file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      lines.push_back(line);
    const std::regex included("^ *#include \"(.*)\"");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch match;
      if (std::regex_search(lines[i], match, included))
        read(file.parent_path() / match[1].str());
      else if (const std::size_t at = lines[i].find("EXPECT"); at != std::string::npos)
        read_expectation(file, lines, i, lines[i].substr(at + 6));
    }
  }

  std::vector<ExpectedLoop> loops;

private:
  void read_expectation(const std::filesystem::path &file, const std::vector<std::string> &lines, std::size_t index,
                        std::string text) {
    if (const std::size_t end = text.find("*/"); end != std::string::npos)
      text = text.substr(0, end);
    int offset = 0;
    try {
      Expectation expectation = parse(text, offset);
      if (expectation.conditions.empty()) {
        std::size_t loop = index + (offset > 0 ? offset : 1);
        while (offset == 0 && loop < lines.size() && !is_code(lines[loop]))
          ++loop;
        const int line = static_cast<int>(loop) + 1;
        loops.push_back({file.filename(), line, end_of_statement(lines, line), {}});
      }
      if (loops.empty())
        throw std::runtime_error("the first EXPECT above a loop has no condition");
      loops.back().variants.push_back(std::move(expectation));
    } catch (const std::exception &problem) {
      throw std::runtime_error(file.string() + ":" + std::to_string(index + 1) + ": " + problem.what());
    }
  }
};

bool holds(const std::string &condition, const std::vector<std::string> &facts) {
  const auto is_fact = [&](const std::string &name) {
    return std::find(facts.begin(), facts.end(), name) != facts.end();
  };
  return condition.front() == '!' ? !is_fact(condition.substr(1)) : is_fact(condition);
}

} // namespace

std::vector<ExpectedLoop> read_expectations(const std::filesystem::path &source) {
  TableReader reader;
  reader.read(source);
  return reader.loops;
}

const Expectation &variant_for(const ExpectedLoop &loop, const std::vector<std::string> &facts) {
  const Expectation *chosen = &loop.variants.front();
  for (const Expectation &variant : loop.variants)
    if (std::all_of(variant.conditions.begin(), variant.conditions.end(), [&](const std::vector<std::string> &any) {
          return std::any_of(any.begin(), any.end(), [&](const std::string &one) { return holds(one, facts); });
        }))
      chosen = &variant;
  return *chosen;
}

} // namespace osaca::conformance
