// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/assembly.h"

namespace osaca::gcc {

namespace {

using PostscanHook = void (*)(FILE *, rtx_insn *, rtx *, int);

// Global, because the target hook has no user data. Only one function is written at a time.
struct Copy {
  FILE *stream = nullptr; ///< the stream that the compiler currently writes to
  FILE *real = nullptr;
  char *text = nullptr;
  size_t size_bytes = 0;
  PostscanHook original_hook = nullptr;
  std::vector<EmittedInstruction> instructions;
};
Copy copy;

void after_instruction(FILE *file, rtx_insn *insn, rtx *operands, int operand_count) {
  if (copy.original_hook != nullptr)
    copy.original_hook(file, insn, operands, operand_count);
  fflush(copy.stream);
  const size_t begin = copy.instructions.empty() ? 0 : copy.instructions.back().end;
  copy.instructions.push_back({INSN_UID(insn), INSN_LOCATION(insn), begin, copy.size_bytes});
}

} // namespace

void begin_asm_capture() {
  copy = Copy();
  copy.stream = open_memstream(&copy.text, &copy.size_bytes);
  if (copy.stream == nullptr)
    return;
  copy.real = asm_out_file;
  asm_out_file = copy.stream;
  copy.original_hook = targetm.asm_out.final_postscan_insn;
  targetm.asm_out.final_postscan_insn = after_instruction;
}

bool is_capturing() { return copy.stream != nullptr; }

CapturedText end_asm_capture() {
  CapturedText captured;
  asm_out_file = copy.real;
  targetm.asm_out.final_postscan_insn = copy.original_hook;
  fclose(copy.stream);
  copy.stream = nullptr;
  fwrite(copy.text, 1, copy.size_bytes, copy.real); // the stream keeps a failure, which the compiler checks later
  captured.assembly.assign(copy.text, copy.size_bytes);
  captured.instructions = std::move(copy.instructions);
  free(copy.text);
  copy.text = nullptr;
  return captured;
}

namespace {

/// Whether a directive gives an instruction as bytes, as statements in assembly do for instructions that older
/// assemblers do not know. The tables of jumps, which may be between instructions, contain labels instead of numbers.
bool gives_bytes(const std::string &line) {
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string word = line.substr(0, end);
  if (word == ".insn" || word.compare(0, 5, ".inst") == 0)
    return true;
  const size_t operand = line.find_first_not_of(" \t", end);
  if (operand == std::string::npos || line[operand] < '0' || line[operand] > '9')
    return false;
  for (const char *directive :
       {".byte", ".2byte", ".4byte", ".8byte", ".short", ".hword", ".value", ".word", ".long", ".int", ".quad"})
    if (word == directive)
      return true;
  return false;
}

/// The lines of a text, counted from 1.
class Lines {
public:
  explicit Lines(const std::string &text) : text_(text) {
    for (size_t at = 0; at < text.size(); at = next(at))
      starts_.push_back(at);
  }

  /// The line that contains the offset.
  [[nodiscard]] int number_at(size_t offset) const {
    return static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
  }

  [[nodiscard]] std::string trimmed(int number) const {
    const size_t start = starts_[number - 1];
    const size_t end = text_.find('\n', start);
    const size_t first = text_.find_first_not_of(" \t", start);
    return first < end ? text_.substr(first, end - first) : std::string();
  }

  [[nodiscard]] bool is_label(int number) const {
    const std::string line = trimmed(number);
    const size_t colon = line.find(':');
    return colon != std::string::npos && line.find_first_of(" \t\"") >= colon;
  }

  [[nodiscard]] bool is_instruction(int number) const {
    const std::string line = trimmed(number);
    return !line.empty() && line[0] != '#' && line[0] != '/' && !is_label(number) &&
           (line[0] != '.' || gives_bytes(line));
  }

  /// Whether the line may be between a block's label and its first instruction.
  [[nodiscard]] bool belongs_to_block_head(int number) const {
    const std::string line = trimmed(number);
    for (const char *directive : {".loc ", ".loc\t", ".p2align", ".align", ".balign", ".cfi_"})
      if (line.compare(0, std::strlen(directive), directive) == 0)
        return true;
    return line.empty() || line[0] == '#' || line[0] == '/' || is_label(number);
  }

private:
  [[nodiscard]] size_t next(size_t at) const {
    const size_t newline = text_.find('\n', at);
    return newline == std::string::npos ? text_.size() : newline + 1;
  }

  const std::string &text_;
  std::vector<size_t> starts_;
};

struct InstructionText {
  int first = 0;
  int last = 0;
  int head = 0; ///< line of the first label directly above, else `first`
};

class TextMap {
public:
  TextMap(const Lines &lines, const std::vector<EmittedInstruction> &instructions) : lines_(lines) {
    for (const EmittedInstruction &instruction : instructions)
      add(instruction);
  }

  [[nodiscard]] const InstructionText *find(int uid) const {
    const auto found = by_uid_.find(uid);
    return found != by_uid_.end() ? &found->second : nullptr;
  }

  /// True if there is no instruction strictly between the two lines.
  [[nodiscard]] bool nothing_between(int before, int after) const {
    const auto next = std::upper_bound(first_lines_.begin(), first_lines_.end(), before);
    return next == first_lines_.end() || *next >= after;
  }

private:
  void add(const EmittedInstruction &instruction) {
    if (instruction.end <= instruction.begin)
      return;
    InstructionText text;
    text.last = lines_.number_at(instruction.end - 1);
    const int begin = lines_.number_at(instruction.begin);
    text.first = begin;
    while (text.first <= text.last && !lines_.is_instruction(text.first))
      ++text.first;
    if (text.first > text.last)
      return;
    text.head = text.first;
    for (int line = text.first - 1; line >= begin && lines_.belongs_to_block_head(line); --line)
      if (lines_.is_label(line))
        text.head = line;
    by_uid_[instruction.uid] = text;
    first_lines_.push_back(text.first);
  }

  const Lines &lines_;
  std::unordered_map<int, InstructionText> by_uid_;
  std::vector<int> first_lines_;
};

void add_block(std::vector<capture::LineRange> &ranges, const TextMap &map, const std::vector<int> &uids) {
  capture::LineRange range;
  for (const int uid : uids) {
    const InstructionText *text = map.find(uid);
    if (text == nullptr)
      continue;
    if (range.first == 0)
      range.first = text->head;
    range.last = std::max(range.last, text->last);
  }
  if (range.first != 0)
    ranges.push_back(range);
}

std::vector<capture::LineRange> joined(std::vector<capture::LineRange> ranges, const TextMap &map) {
  std::sort(ranges.begin(), ranges.end(),
            [](const capture::LineRange &a, const capture::LineRange &b) { return a.first < b.first; });
  std::vector<capture::LineRange> result;
  for (const capture::LineRange &range : ranges) {
    if (!result.empty() && map.nothing_between(result.back().last, range.first))
      result.back().last = std::max(result.back().last, range.last);
    else
      result.push_back(range);
  }
  return result;
}

/// Whether the line is for debuggers only: places, which the capture contains per instruction, and labels that no jump
/// refers to.
bool is_for_debuggers(std::string_view line) {
  for (const std::string_view start : {"\t.loc ", ".LVL", ".LBB", ".LBE", ".LBI"})
    if (line.substr(0, start.size()) == start)
      return true;
  return false;
}

/// The text with such lines replaced by empty ones. With -g they are most of the text, all of which would have to be
/// parsed.
std::string without_debug_lines(const std::string &text) {
  std::string kept;
  kept.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line(text.data() + at, end - at);
    if (!is_for_debuggers(line))
      kept += line;
    if (end < text.size())
      kept += '\n';
    at = end + 1;
  }
  return kept;
}

capture::Loop describe_whole_function(const AnnotatedLoop &annotated, const std::string &text) {
  capture::Loop loop;
  loop.annotation = annotated.annotation;
  loop.location = annotated.location;
  loop.innermost = true;
  loop.is_whole_function = true;
  const auto ends = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  loop.lines = {{1, std::max(ends, 1)}};
  return loop;
}

capture::Loop describe_loop(const AnnotatedLoop &annotated, const TextMap &map) {
  const MachineLoop &machine = *annotated.loop;
  capture::Loop loop;
  loop.annotation = annotated.annotation;
  loop.location = annotated.location;
  loop.innermost = machine.innermost;
  loop.written_in = annotated.written_in;
  loop.written_at = annotated.written_at;
  loop.role = machine.role;
  loop.part = machine.part;
  loop.parts = machine.parts;
  loop.source_iterations = machine.source_iterations;
  loop.nest = machine.nest;
  loop.not_vectorised = machine.not_vectorised;
  loop.frequency = machine.frequency;
  std::vector<capture::LineRange> ranges;
  for (const std::vector<int> &block : machine.blocks) {
    add_block(ranges, map, block);
    if (loop.header_line == 0 && !ranges.empty())
      loop.header_line = ranges.front().first;
  }
  loop.lines = joined(std::move(ranges), map);
  return loop;
}

} // namespace

capture::Function describe_function(std::string name, const CapturedText &text, const std::vector<AnnotatedLoop> &loops,
                                    const KnownOfInstructions &known, InlineContexts &contexts,
                                    LocationTable &locations) {
  capture::Function function;
  function.name = std::move(name);
  const Lines lines(text.assembly);
  const TextMap map(lines, text.instructions);
  for (const AnnotatedLoop &annotated : loops) {
    capture::Loop loop =
        annotated.loop == nullptr ? describe_whole_function(annotated, text.assembly) : describe_loop(annotated, map);
    if (!loop.lines.empty())
      function.loops.push_back(std::move(loop));
  }
  for (const EmittedInstruction &instruction : text.instructions) {
    const InstructionText *place = map.find(instruction.uid);
    if (place == nullptr)
      continue;
    function.instructions.push_back(
        {{place->first, place->last}, locations.index_of(instruction.location, contexts.of(instruction.location))});
    if (place->first != place->last)
      continue;
    if (const auto array = known.arrays.find(instruction.uid); array != known.arrays.end())
      function.accesses.push_back({place->first, array->second});
    if (const auto taken = known.taken.find(instruction.uid); taken != known.taken.end())
      function.branches.push_back({place->first, taken->second});
  }
  function.assembly = without_debug_lines(text.assembly);
  return function;
}

namespace {

// Global, because the target hook has no user data. A process writes one unit.
std::string pending;
void (*original_file_end)() = nullptr;

/// Writes letters unchanged and all other bytes as octal escapes, which every assembler reads in the same way.
/// Formatted output would be too slow: with `all`, this is megabytes.
void write_bytes(FILE *file, const std::string &bytes) {
  constexpr size_t bytes_per_line = 64;
  std::string line;
  for (size_t at = 0; at < bytes.size(); at += bytes_per_line) {
    line = "\t.ascii\t\"";
    for (size_t i = at; i < std::min(at + bytes_per_line, bytes.size()); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      if ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z')
        line += bytes[i];
      else
        line += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
                 static_cast<char>('0' + (byte & 7))};
    }
    line += "\"\n";
    fwrite(line.data(), 1, line.size(), file);
  }
}

void after_file_end() {
  if (original_file_end != nullptr)
    original_file_end();
  fputs("\t.section\t.osaca,\"e\",@progbits\n", asm_out_file); // e: the linker excludes it
  write_bytes(asm_out_file, pending);
}

} // namespace

void append_report_section(const std::string &content) {
  if (asm_out_file == nullptr || !pending.empty())
    return;
  pending = content;
  original_file_end = targetm.asm_out.file_end;
  targetm.asm_out.file_end = after_file_end;
}

} // namespace osaca::gcc
