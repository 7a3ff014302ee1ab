// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine_code.h"

#include "process.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

namespace osaca::conformance {
namespace {

enum class Flow { on, branch, jump, indirect, end };

bool is_one_of(const std::string &word, const std::string &list) {
  return (' ' + list + ' ').find(' ' + word + ' ') != std::string::npos;
}

bool never_returns(const std::string &callee) {
  static const std::regex known(
      "__cxa_throw|__cxa_rethrow|__throw_|_Unwind_Resume|terminate|__stack_chk_fail|\\b(abort|exit)\\b");
  return std::regex_search(callee, known);
}

Flow flow_of_x86(const std::string &mnemonic, const std::string &operands) {
  if (mnemonic == "jmp")
    return operands.front() == '*' ? Flow::indirect : Flow::jump;
  if (mnemonic.front() == 'j' || mnemonic == "loop")
    return Flow::branch;
  return is_one_of(mnemonic, "ret retq ud2 hlt") ? Flow::end : Flow::on;
}

Flow flow_of_aarch64(const std::string &mnemonic) {
  if (mnemonic == "b")
    return Flow::jump;
  if (mnemonic == "br")
    return Flow::indirect;
  static const std::string conditions = "eq ne cs cc mi pl vs vc hi ls ge lt gt le hs lo al any none first last "
                                        "nfrst nlast tcont tstop plast";
  const std::string condition = mnemonic.rfind("b.", 0) == 0 ? mnemonic.substr(2)
                                : mnemonic.front() == 'b'    ? mnemonic.substr(1)
                                                             : "";
  if (is_one_of(mnemonic, "cbz cbnz tbz tbnz") || (!condition.empty() && is_one_of(condition, conditions)))
    return Flow::branch;
  return is_one_of(mnemonic, "ret brk udf") ? Flow::end : Flow::on;
}

Flow flow_of_riscv64(const std::string &mnemonic, const std::string &operands) {
  if (is_one_of(mnemonic, "j tail"))
    return Flow::jump;
  if (mnemonic == "jr")
    return operands == "ra" ? Flow::end : Flow::indirect;
  if (is_one_of(mnemonic, "beq bne blt bge bgt ble bltu bgeu bgtu bleu beqz bnez bltz bgez bgtz blez"))
    return Flow::branch;
  return is_one_of(mnemonic, "ret ebreak unimp") ? Flow::end : Flow::on;
}

Flow flow_of(const std::string &text, const std::string &isa) {
  const std::size_t blank = text.find(' ');
  const std::string mnemonic = text.substr(0, blank);
  const std::string operands = blank == std::string::npos ? " " : text.substr(blank + 1);
  if (is_one_of(mnemonic, "call callq bl") && never_returns(operands))
    return Flow::end;
  return isa == "aarch64"   ? flow_of_aarch64(mnemonic)
         : isa == "riscv64" ? flow_of_riscv64(mnemonic, operands)
                            : flow_of_x86(mnemonic, operands);
}

/// Without comments, with single blanks.
std::string plain(const std::string &line, const std::string &comment) {
  std::string text;
  for (const std::string &word : words_of(line.substr(0, line.find(comment))))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string comment_of(const std::string &isa) { return isa == "aarch64" ? "//" : "#"; }

std::string quoted_name(const std::string &directive) {
  const std::size_t end = directive.rfind('"');
  const std::size_t begin = end == std::string::npos ? end : directive.rfind('"', end - 1);
  if (begin == std::string::npos || begin == end)
    return {};
  return std::filesystem::path(directive.substr(begin + 1, end - begin - 1)).filename();
}

/// `.file NUMBER "folder" "name"`; Clang adds `md5 0x...`.
void note_file(const std::string &directive, std::vector<std::string> &files) {
  const std::vector<std::string> words = words_of(directive);
  if (words.size() < 3 || words[1].front() < '0' || words[1].front() > '9')
    return;
  const std::size_t number = std::stoul(words[1]);
  if (files.size() <= number)
    files.resize(number + 1);
  files[number] = quoted_name(directive);
}

} // namespace

MachineCode::MachineCode(const std::string &text, const std::string &isa, std::vector<std::string> files)
    : files_(std::move(files)) {
  read(text, isa);
  connect(isa);
  if (instructions_.empty())
    return;
  reachable_ = reached({0}, -1);
  find_loops({0});
  find_loops(handlers());
  for (NaturalLoop &outer : loops_)
    outer.innermost = std::none_of(loops_.begin(), loops_.end(), [&](const NaturalLoop &inner) {
      return &inner != &outer && outer.instructions.count(inner.header) != 0;
    });
}

void MachineCode::read(const std::string &text, const std::string &isa) {
  const std::string comment = comment_of(isa);
  std::istringstream in(text);
  std::pair<std::string, int> place;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    // A line of #APP, or of the user's own, is a comment everywhere.
    std::string body = line.find_first_not_of(" \t") == line.find('#') ? std::string() : plain(line, comment);
    static const std::regex label("^([.\\w$]+):(.*)");
    std::smatch match;
    while (std::regex_match(body, match, label)) {
      labels_.emplace_back(match[1].str(), static_cast<int>(instructions_.size()));
      body = plain(match[2].str(), comment);
    }
    if (body.empty())
      continue;
    const std::vector<std::string> words = words_of(body);
    if (words[0] == ".file") {
      note_file(body, files_);
    } else if (words[0] == ".loc" && words.size() > 2) {
      const std::size_t file = std::stoul(words[1]);
      place = {file < files_.size() ? files_[file] : "", std::stoi(words[2])};
    } else if (is_one_of(words[0], ".long .quad .word .byte .hword .short .2byte .4byte .8byte .xword .dword .half")) {
      for (std::size_t at = 0; (at = body.find(".L", at)) != std::string::npos; ++at)
        if (body[at - 1] != '-') // what is subtracted is where the table counts from
          in_tables_.push_back(body.substr(at, body.find_first_of("-+/ )", at) - at));
    } else if (body.front() != '.') {
      instructions_.push_back({number, body, place});
    }
  }
}

void MachineCode::connect(const std::string &isa) {
  next_.resize(instructions_.size());
  const auto target_of = [&](const std::string &name) {
    for (const auto &[label, index] : labels_)
      if (label == name && index < static_cast<int>(instructions_.size()))
        return index;
    return -1;
  };
  const auto add = [&](std::size_t from, int to) {
    if (to >= 0 && to < static_cast<int>(instructions_.size()))
      next_[from].push_back(to);
  };
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    const std::string &text = instructions_[i].text;
    const Flow flow = flow_of(text, isa);
    if (flow == Flow::on || flow == Flow::branch)
      add(i, static_cast<int>(i) + 1);
    if (flow == Flow::branch || flow == Flow::jump)
      add(i, target_of(text.substr(text.find_last_of(" ,") + 1)));
    if (flow == Flow::indirect)
      for (const std::string &label : in_tables_)
        add(i, target_of(label));
  }
}

/// What ways lead to from the entries, none of them through `closed` (-1: all are open).
std::vector<bool> MachineCode::reached(const std::vector<int> &entries, int closed) const {
  std::vector<bool> seen(instructions_.size(), false);
  std::vector<int> waiting = entries;
  while (!waiting.empty()) {
    const int index = waiting.back();
    waiting.pop_back();
    if (index == closed || seen[index])
      continue;
    seen[index] = true;
    waiting.insert(waiting.end(), next_[index].begin(), next_[index].end());
  }
  return seen;
}

/// The beginnings of what cannot be reached otherwise.
std::vector<int> MachineCode::handlers() const {
  std::vector<bool> has_way(instructions_.size(), false);
  for (const std::vector<int> &targets : next_)
    for (const int to : targets)
      has_way[to] = true;
  std::vector<int> entries;
  for (std::size_t i = 0; i < instructions_.size(); ++i)
    if (!reachable_[i] && !has_way[i])
      entries.push_back(static_cast<int>(i));
  return entries;
}

/// Adds those of which the header can be reached from these entries, and not from the function's beginning if they are
/// handlers.
void MachineCode::find_loops(const std::vector<int> &entries) {
  const std::vector<bool> here = reached(entries, -1);
  const bool are_handlers = entries.empty() || entries.front() != 0;
  const auto counts = [&](int index) { return here[index] && !(are_handlers && reachable_[index]); };
  std::vector<std::vector<int>> before(instructions_.size());
  for (int i = 0; i < static_cast<int>(next_.size()); ++i)
    for (const int to : next_[i])
      if (counts(i) && counts(to))
        before[to].push_back(i);
  for (int header = 0; header < static_cast<int>(instructions_.size()); ++header) {
    if (before[header].empty())
      continue;
    // It dominates what no way leads to but through it.
    const std::vector<bool> around = reached(entries, header);
    NaturalLoop loop{header, {}, {}, true};
    for (const int tail : before[header]) {
      if (around[tail])
        continue;
      std::set<int> turn = {header};
      std::vector<int> waiting = {tail};
      while (!waiting.empty()) {
        const int index = waiting.back();
        waiting.pop_back();
        if (turn.insert(index).second)
          waiting.insert(waiting.end(), before[index].begin(), before[index].end());
      }
      loop.instructions.insert(turn.begin(), turn.end());
      loop.turns.push_back(std::move(turn));
    }
    if (!loop.turns.empty())
      loops_.push_back(std::move(loop));
  }
}

std::vector<MachineCode> functions_of_unit(const std::string &assembly, const std::string &isa) {
  std::vector<MachineCode> functions;
  std::vector<std::string> files;
  std::set<std::string> names;
  std::string text;
  std::string open;
  std::istringstream in(assembly);
  for (std::string line; std::getline(in, line);) {
    const std::string body = plain(line, comment_of(isa));
    const std::vector<std::string> words = words_of(body);
    if (words.empty())
      continue;
    if (words[0] == ".file")
      note_file(body, files);
    if (words[0] == ".type" && body.find("function") != std::string::npos)
      names.insert(words[1].substr(0, words[1].find(',')));
    if (open.empty() && words[0].back() == ':' && names.count(words[0].substr(0, words[0].size() - 1)) != 0)
      open = words[0].substr(0, words[0].size() - 1);
    if (open.empty())
      continue;
    text += line + '\n';
    if (words[0] == ".size" && words[1] == open + ",") {
      functions.emplace_back(text, isa, files);
      open.clear();
      text.clear();
    }
  }
  return functions;
}

} // namespace osaca::conformance
