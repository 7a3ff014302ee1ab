#include "disassembly.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

namespace osaca::test {
namespace {

std::optional<std::uint64_t> hexadecimal(const std::string &text) {
  if (text.empty() || text.find_first_not_of("0123456789abcdef") != std::string::npos || text.size() > 16)
    return std::nullopt;
  return std::stoull(text, nullptr, 16);
}

/// The number right before " <".
std::optional<std::uint64_t> target_in(const std::string &operands) {
  const std::size_t name = operands.find(" <");
  if (name == std::string::npos)
    return std::nullopt;
  const std::size_t begin = operands.find_last_of(" ,\t", name - 1);
  std::string digits = operands.substr(begin == std::string::npos ? 0 : begin + 1);
  digits = digits.substr(0, digits.find(' '));
  if (digits.starts_with("0x"))
    digits.erase(0, 2);
  return hexadecimal(digits);
}

bool is_call(const Line &line) {
  return line.mnemonic.starts_with("call") || line.mnemonic == "bl" || line.mnemonic == "jal" ||
         line.mnemonic == "jalr" || line.mnemonic == "blr";
}

bool is_return(const Line &line) {
  const std::string &name = line.mnemonic;
  return name == "ret" || name == "retq" || name == "hlt" || name == "ud2" || name == "brk" || name == "ebreak" ||
         name == "udf" || name == "unimp";
}

bool is_padding(const Line &line) {
  return line.mnemonic.starts_with("nop") || line.mnemonic == "xchg" || line.mnemonic == "int3";
}

bool is_unconditional(const Line &line) {
  const std::string &name = line.mnemonic;
  return name == "jmp" || name == "jmpq" || name == "b" || name == "br" || name == "j" || name == "jr";
}

bool is_conditional(const Line &line) {
  const std::string &name = line.mnemonic;
  if (is_call(line) || is_unconditional(line))
    return false;
  static const std::set<std::string> others = {"cbz",  "cbnz", "tbz",  "tbnz", "beq",  "bne",  "blt",
                                               "bge",  "bltu", "bgeu", "beqz", "bnez", "blez", "bgez",
                                               "bltz", "bgtz", "bgt",  "ble",  "bgtu", "bleu"};
  return name.starts_with("j") || name.starts_with("loop") || name.starts_with("b.") || others.contains(name);
}

bool never_returns(const Line &line) {
  if (!is_call(line))
    return false;
  for (const char *name : {"<abort", "<exit@", "<exit>", "<__stack_chk_fail", "<__assert_fail", "<_Unwind_Resume",
                           "<__cxa_throw", "<__cxa_rethrow", "<_ZSt9terminatev", "<__fortify_fail", "<__chk_fail"})
    if (line.operands.find(name) != std::string::npos)
      return true;
  return false;
}

class Graph {
public:
  explicit Graph(const Listing &function) {
    for (std::size_t i = 0; i < function.lines.size(); ++i)
      at_.emplace(function.lines[i].address, static_cast<int>(i));
    successors_.resize(function.lines.size() + 1);
    for (std::size_t i = 0; i < function.lines.size(); ++i)
      add(function, static_cast<int>(i));
    add_entries(function);
    walk();
    find_dominators();
  }

  bool has_unknown_jumps = false;

  FoundLoops loops(const Listing &function) const {
    FoundLoops found;
    found.is_certain = !has_unknown_jumps;
    std::map<int, std::set<int>> bodies; // by header
    for (const int from : order_)
      for (const int to : successors_[static_cast<std::size_t>(from)]) {
        if (number_[static_cast<std::size_t>(to)] > number_[static_cast<std::size_t>(from)])
          continue; // not a jump back in reverse postorder
        if (dominates(to, from))
          add_body(bodies[to], to, from);
        else
          found.is_certain = false; // several entries
      }
    for (const auto &[header, body] : bodies) {
      const bool holds_another = std::ranges::any_of(bodies, [&, &self = header, &all = body](const auto &other) {
        return other.first != self && all.contains(other.first);
      });
      if (!holds_another)
        found.headers.push_back(function.lines[static_cast<std::size_t>(header)].address);
    }
    std::ranges::sort(found.headers);
    return found;
  }

private:
  void add(const Listing &function, int i) {
    const Line &line = function.lines[static_cast<std::size_t>(i)];
    auto &out = successors_[static_cast<std::size_t>(i)];
    const bool jumps = is_conditional(line) || is_unconditional(line);
    if (jumps && line.target) {
      if (const auto to = at_.find(*line.target); to != at_.end())
        out.push_back(to->second);
    } else if (jumps) {
      has_unknown_jumps = true;
    }
    const bool goes_on = !is_return(line) && !is_unconditional(line) && !never_returns(line);
    const std::size_t next = static_cast<std::size_t>(i) + 1;
    constexpr std::uint64_t longest_bytes = 16; // else the cold part begins
    if (goes_on && next < function.lines.size() && function.lines[next].address - line.address <= longest_bytes)
      out.push_back(i + 1);
  }

  /// One node leads to the function's first instruction and to all that nothing else leads to: exceptions do.
  void add_entries(const Listing &function) {
    const int outside = static_cast<int>(function.lines.size());
    entry_ = outside;
    std::vector<char> seen(successors_.size(), 0);
    for (int first = 0; first < outside; ++first) {
      if (seen[static_cast<std::size_t>(first)] != 0 ||
          (first > 0 && is_padding(function.lines[static_cast<std::size_t>(first)])))
        continue;
      successors_[static_cast<std::size_t>(outside)].push_back(first);
      std::vector<int> open{first};
      while (!open.empty()) {
        const int at = open.back();
        open.pop_back();
        if (std::exchange(seen[static_cast<std::size_t>(at)], 1) == 0)
          open.insert(open.end(), successors_[static_cast<std::size_t>(at)].begin(),
                      successors_[static_cast<std::size_t>(at)].end());
      }
    }
  }

  void walk() {
    number_.assign(successors_.size(), -1);
    std::vector<char> seen(successors_.size(), 0);
    std::vector<std::pair<int, std::size_t>> stack{{entry_, 0}};
    seen[static_cast<std::size_t>(entry_)] = 1;
    while (!stack.empty()) {
      auto &[at, next] = stack.back();
      if (next == successors_[static_cast<std::size_t>(at)].size()) {
        order_.push_back(at);
        stack.pop_back();
        continue;
      }
      const int to = successors_[static_cast<std::size_t>(at)][next++];
      if (!seen[static_cast<std::size_t>(to)]) {
        seen[static_cast<std::size_t>(to)] = 1;
        stack.emplace_back(to, 0);
      }
    }
    std::ranges::reverse(order_);
    for (std::size_t n = 0; n < order_.size(); ++n)
      number_[static_cast<std::size_t>(order_[n])] = static_cast<int>(n);
  }

  /// Cooper, Harvey and Kennedy's iteration, on the numbers of the reverse postorder.
  void find_dominators() {
    std::vector<std::vector<int>> predecessors(order_.size());
    for (const int from : order_)
      for (const int to : successors_[static_cast<std::size_t>(from)])
        predecessors[static_cast<std::size_t>(number_[static_cast<std::size_t>(to)])].push_back(
            number_[static_cast<std::size_t>(from)]);
    dominator_.assign(order_.size(), -1);
    if (order_.empty())
      return;
    dominator_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = 1; n < order_.size(); ++n) {
        int best = -1;
        for (const int p : predecessors[n])
          if (dominator_[static_cast<std::size_t>(p)] >= 0)
            best = best < 0 ? p : meet(best, p);
        changed = changed || best != dominator_[n];
        dominator_[n] = best;
      }
    }
    predecessors_ = std::move(predecessors);
  }

  [[nodiscard]] int meet(int a, int b) const {
    while (a != b)
      (a > b ? a : b) = dominator_[static_cast<std::size_t>(a > b ? a : b)];
    return a;
  }

  [[nodiscard]] bool dominates(int above, int below) const {
    const int wanted = number_[static_cast<std::size_t>(above)];
    int at = number_[static_cast<std::size_t>(below)];
    while (at > wanted)
      at = dominator_[static_cast<std::size_t>(at)];
    return at == wanted;
  }

  void add_body(std::set<int> &body, int header, int latch) const {
    body.insert(header);
    std::vector<int> open{latch};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      if (!body.insert(at).second)
        continue;
      for (const int p : predecessors_[static_cast<std::size_t>(number_[static_cast<std::size_t>(at)])])
        open.push_back(order_[static_cast<std::size_t>(p)]);
    }
  }

  int entry_ = 0;
  std::map<std::uint64_t, int> at_;
  std::vector<std::vector<int>> successors_;
  std::vector<int> order_;  ///< reverse postorder
  std::vector<int> number_; ///< in it; -1: not reached
  std::vector<int> dominator_;
  std::vector<std::vector<int>> predecessors_;
};

} // namespace

std::vector<Listing> read_listing(const std::string &text) {
  std::vector<Listing> listings;
  std::istringstream lines(text);
  for (std::string row; std::getline(lines, row);) {
    if (row.ends_with(">:") && !row.starts_with(" ")) {
      const std::size_t name = row.find('<');
      listings.push_back(
          {row.substr(name + 1, row.size() - name - 3), hexadecimal(row.substr(0, name - 1)).value_or(0), {}});
      continue;
    }
    const std::size_t colon = row.find(":\t");
    const std::size_t digits = row.find_first_not_of(' ');
    if (listings.empty() || colon == std::string::npos || digits == std::string::npos || digits > colon)
      continue;
    const auto address = hexadecimal(row.substr(digits, colon - digits));
    if (!address)
      continue;
    std::istringstream words(row.substr(colon + 2));
    Line line;
    line.address = *address;
    words >> line.mnemonic;
    while (line.mnemonic == "bnd" || line.mnemonic == "notrack" || line.mnemonic == "data16" || line.mnemonic == "cs")
      words >> line.mnemonic;
    std::getline(words >> std::ws, line.operands);
    line.target = target_in(line.operands);
    listings.back().lines.push_back(std::move(line));
  }
  return listings;
}

FoundLoops innermost_loops(const Listing &function) { return Graph(function).loops(function); }

} // namespace osaca::test
