// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/machine_text.h"

#include "text/text_loops.h"

namespace osaca::clang_plugin {

namespace {

using std::string_view;

constexpr string_view block_prefix = "%osaca.";

bool starts_with(string_view text, string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

string_view trimmed(string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The text after `key`, up to the next blank.
string_view word_after(string_view text, string_view key) {
  const std::size_t at = text.find(key);
  if (at == string_view::npos)
    return {};
  const string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(" \t"));
}

int number_at(string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || value > 100'000'000)
      break;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// `.loc FILE LINE COLUMN`: the line is an index that counts from 1.
int section_place_of(string_view directive) {
  const std::size_t file = directive.find_first_of("0123456789");
  const std::size_t blank = directive.find(' ', file);
  return blank == string_view::npos ? -1 : number_at(directive.substr(blank + 1)) - 1;
}

/// The address in brackets. An instruction lea only computes an address, and is ignored. Numbers in the address are
/// left out.
std::string address_in(string_view instruction) {
  const std::size_t open = instruction.find_first_of("([");
  if (open == string_view::npos || starts_with(instruction, "lea"))
    return {};
  const string_view inside = instruction.substr(open, instruction.find_first_of(")]", open) - open);
  std::size_t end = inside.size();
  for (const string_view sign : {" + ", " - ", ", #"})
    if (const std::size_t at = inside.rfind(sign);
        at != string_view::npos && inside.find_first_not_of("0123456789", at + 3) == string_view::npos)
      end = std::min(end, at);
  return std::string(inside.substr(0, end));
}

bool is_instruction(string_view line, string_view body) {
  return !body.empty() && (line.front() == '\t' || line.front() == ' ') && body.front() != '.' && body.back() != ':';
}

/// Whether the suffix of a block's name contains only numbers and the names that passes add when they split a block, or
/// insert one before it.
bool names_a_part(string_view suffix) {
  while (!suffix.empty()) {
    std::size_t known = std::min(suffix.find_first_not_of(".0123456789"), suffix.size());
    for (const string_view word : {"split", "loopexit"})
      if (known == 0 && starts_with(suffix, word))
        known = word.size();
    if (known == 0)
      return false;
    suffix.remove_prefix(known);
  }
  return true;
}

/// Parses `%osaca.LOOP.b7_`, `%osaca..b7_` and the names of their parts. Other names that a pass derives from it are
/// unknown.
BlockName block_name_of(string_view line) {
  BlockName found;
  found.is_rare_call = starts_with(word_after(line, "%call."), "sqrt");
  const string_view side = word_after(line, "%select.");
  found.is_rest = !side.empty();
  found.selected = starts_with(side, "true")    ? Selected::if_true
                   : starts_with(side, "false") ? Selected::if_false
                                                : Selected::none;
  const string_view name = word_after(line, block_prefix);
  const std::size_t kind = name.find_first_not_of("0123456789");
  if (kind == string_view::npos || name.size() < kind + 3)
    return found;
  const std::size_t end = name.find_first_not_of("0123456789", kind + 2);
  if (end != string_view::npos && name[end] == '_' && names_a_part(name.substr(end + 1)))
    found.block = number_at(name.substr(kind + 2));
  return found;
}

/// The block that is currently read.
struct OpenBlock {
  TextBlock block;
  std::string parent_label; ///< from its comments, if it begins a loop
  bool has_branch = false;
};

/// Reads everything between the first and the last line of one function.
class FunctionReader {
public:
  FunctionReader(string_view name, string_view comment) : comment_(comment) { function_.name = name; }

  void read(string_view line) {
    const string_view body = trimmed(line);
    if (starts_with(body, comment_)) {
      read_comment(line, body.substr(comment_.size()));
      return;
    }
    const bool is_block = starts_with(line, ".LBB");
    if (is_block && !in_inline_assembly_)
      start_block(line.substr(2, line.find(':') - 2), line);
    if (starts_with(body, ".loc\t") || starts_with(body, ".loc ")) {
      place_ = section_place_of(body);
      is_new_place_ = true;
      return;
    }
    if (starts_with(body, ".file\t") || starts_with(body, ".file "))
      return;
    add(is_block ? line.substr(0, line.find(':') + 1) : line);
    if (is_instruction(line, body)) {
      function_.instructions.push_back(
          {line_count_, place_, is_new_place_, address_in(body.substr(0, body.find(comment_)))});
      is_new_place_ = false;
      open_.block.last = line_count_;
      ++open_.block.instructions;
      note_branch(body);
    }
  }

  TextFunction finish() {
    end_block();
    function_.branches = std::move(branches_).finish();
    function_.loops = std::move(loops_).finish();
    return std::move(function_);
  }

  [[nodiscard]] bool has_jump_table() const { return function_.text.find(".LJTI") != std::string::npos; }
  void add_data(string_view line) { add(line); }

private:
  void add(string_view line) {
    function_.text.append(line);
    function_.text.push_back('\n');
    ++line_count_;
  }

  /// A comment on a line of its own: the loops of the preceding block, or a block without a label.
  void read_comment(string_view line, string_view text) {
    if (starts_with(text, "APP") || starts_with(text, "NO_APP")) {
      in_inline_assembly_ = starts_with(text, "APP");
      add(line);
      return;
    }
    if (in_inline_assembly_)
      return;
    text = trimmed(text);
    if (starts_with(text, "%bb."))
      start_block({}, line);
    else
      read_loop_comment(text);
    if (starts_with(text, "%bb.")) {
      const std::size_t again = text.find(comment_);
      if (again != string_view::npos)
        read_loop_comment(trimmed(text.substr(again + comment_.size())));
    }
  }

  /// A jump after a conditional branch belongs to the same block.
  void note_branch(string_view body) {
    const std::size_t label = body.find(".LBB");
    const string_view mnemonic = body.substr(0, body.find_first_of(" \t"));
    open_.block.jump = {};
    if (label == string_view::npos) {
      if (ends_block(mnemonic))
        branches_.add_end();
      return;
    }
    const Jump jump = jump_named(mnemonic);
    const string_view target = body.substr(label + 2, body.find_first_of(" \t,)", label) - label - 2);
    if (in_inline_assembly_)
      branches_.add_unknown();
    else
      branches_.add_jump(jump, line_count_, target);
    if (jump == Jump::unconditional && open_.has_branch)
      open_.block.jump = {line_count_, std::string(target)};
    open_.has_branch = true;
  }

  void start_block(string_view label, string_view line) {
    end_block();
    open_ = {};
    open_.block.first = line_count_ + 1;
    open_.block.label = std::string(label);
    const std::size_t name = line.find(block_prefix);
    if (name != string_view::npos) {
      const string_view rest = line.substr(name + block_prefix.size());
      open_.block.ir_loop = starts_with(rest, ".") ? -1 : number_at(rest);
      open_.block.is_ir_header = rest.find(".h") != string_view::npos;
    }
    branches_.start_block(label, block_name_of(line));
    // For a block without a label, the first comment about its loops is on the block's own line.
    const std::size_t at = line.find(comment_, line.find(':') == string_view::npos ? 0 : line.find(':'));
    if (!label.empty() && at != string_view::npos)
      read_loop_comment(trimmed(line.substr(at + comment_.size())));
  }

  void read_loop_comment(string_view text) {
    TextBlock &block = open_.block;
    if (block.first == 0)
      return;
    if (starts_with(text, "Parent Loop ")) {
      open_.parent_label = std::string(word_after(text, "Parent Loop "));
    } else if (starts_with(text, "in Loop: Header=")) {
      block.loop = loops_.with_header(std::string(word_after(text, "Header=")));
    } else if (starts_with(text, "=>") && text.find("Loop Header") != string_view::npos) {
      block.loop = loops_.with_header(block.label);
      loops_.note_header(block.loop, block.first, open_.parent_label);
      branches_.note_header();
    }
  }

  void end_block() {
    const bool has_lines = open_.block.first > 0 && line_count_ >= open_.block.first;
    if (has_lines && open_.block.loop >= 0)
      loops_.add(std::move(open_.block));
  }

  string_view comment_;
  TextFunction function_;
  int line_count_ = 0;
  int place_ = -1;
  bool is_new_place_ = false;
  bool in_inline_assembly_ = false;
  OpenBlock open_;
  TextLoops loops_;
  TextBranches branches_;
};

/// Whether the line begins a jump table after its function.
bool is_jump_table(string_view line) {
  const string_view body = trimmed(line);
  for (const string_view start :
       {".section", ".p2align", ".LJTI", ".long", ".quad", ".word", ".byte", ".hword", ".short", ".set", ".LBB"})
    if (starts_with(body, start))
      return true;
  return false;
}

bool is_section(string_view line) {
  return starts_with(line, "\t.section\t") || line == "\t.text" || line == "\t.data";
}

} // namespace

std::vector<TextFunction> read_machine_text(string_view assembly, string_view comment) {
  const std::string begin = std::string(comment) + " -- Begin function ";
  const std::string end = std::string(comment) + " -- End function";
  std::vector<TextFunction> functions;
  std::vector<FunctionReader> open; // empty, or one element
  string_view section;
  bool is_behind = false;
  while (!assembly.empty()) {
    const std::size_t newline = assembly.find('\n');
    const string_view line = assembly.substr(0, newline);
    assembly.remove_prefix(newline == string_view::npos ? assembly.size() : newline + 1);
    const std::size_t starts = line.find(begin);
    if (starts == string_view::npos && is_section(line))
      section = line;
    if (!open.empty() && (starts != string_view::npos || (is_behind && !is_jump_table(line)))) {
      functions.push_back(open.back().finish());
      open.clear();
    }
    if (starts != string_view::npos) {
      open.emplace_back(line.substr(starts + begin.size()), comment);
      is_behind = false;
      if (!section.empty())
        open.back().add_data(section); // it may be a section for constants
      open.back().read(line.substr(0, starts));
    } else if (!open.empty() && is_behind) {
      open.back().add_data(line);
    } else if (!open.empty() && line.find(end) != string_view::npos) {
      is_behind = true;
      if (!open.back().has_jump_table()) {
        functions.push_back(open.back().finish());
        open.clear();
      }
    } else if (!open.empty()) {
      open.back().read(line);
    }
  }
  if (!open.empty())
    functions.push_back(open.back().finish());
  return functions;
}

} // namespace osaca::clang_plugin
