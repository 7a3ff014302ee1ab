// A file's code cut into functions and these into instructions, and a first look at which of them can hold a loop.
#pragma once

#include "decode/code/machine_code.h"
#include "decode/image/code_section.h"
#include "decode/object/object_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace osaca {

// A file's code cut at the beginnings and ends of its functions, as its symbols and other tables tell them.

/// A stretch of one section. Together they are all of it, in order.
struct CodeRange {
  std::size_t section = 0; ///< place in the list of sections
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string name; ///< of the function; made up ("sub_1a40") where only an unwinding table tells of it; or empty
  bool is_function = false; ///< false: what is left between functions: padding, tables, code that nobody tells of
  std::vector<std::string> aliases; ///< other names of the function
};

[[nodiscard]] std::vector<CodeRange> code_ranges(const std::vector<CodeSection> &sections,
                                                 const std::vector<AddressRange> &unwinding);

/// "sub_1a40": for code without a name.
[[nodiscard]] std::string made_up_name(std::uint64_t address);

// One stretch of machine code -> its instructions, and what among them is none.
//
// Compilers keep their tables elsewhere; assembly written by hand has constants between and behind its instructions.
// Where bytes are no instruction, decoding goes on at the next place that a jump so far leads to. A stretch in which
// that happened is decoded once more along its jumps from its beginning, so that constants which happen to look like
// instructions are not taken for any (unless it jumps to where only a table knows).

/// Where functions begin, by all compilers' custom.
constexpr std::uint64_t function_alignment_bytes = 16;

/// A piece of a stretch.
struct Piece {
  enum class Kind {
    code,
    marker, ///< bytes that end IACA's marker
    data,   ///< tables that symbols tell of
    skipped ///< no instructions, though nothing said so
  };
  Kind kind = Kind::code;
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  MachineCodeReader::Decoded decoded;
  std::optional<CodeAddress> target; ///< of a direct jump or call
};

/// What control does behind an instruction.
struct Flow {
  bool is_jump = false; ///< not a call, not a return
  bool is_conditional = false;
  bool is_call = false;
  bool ends = false; ///< a return or a trap
};
[[nodiscard]] Flow flow_of(const LlvmTarget &target, const llvm::MCInst &inst);

class ObjectCutter {
public:
  ObjectCutter(const LlvmTarget &target, const MachineCodeReader &reader, const CodeSection &section,
               bool is_relocatable)
      : target_(target), reader_(reader), section_(section), is_relocatable_(is_relocatable) {}

  /// [begin, end) of the section. The pieces come in order and leave nothing out, unless there are more than `limit`.
  [[nodiscard]] std::vector<Piece> cut(std::uint64_t begin, std::uint64_t end, std::size_t limit) const;

  /// The same without a second look and a limit: what `visit` does not keep takes no memory.
  /// Behind what no jump leads to, `AfterData` says whether to try again.
  enum class AfterData { stops, tries_again };
  void cut_in_a_row(std::uint64_t begin, std::uint64_t end, AfterData after_data,
                    const std::function<void(const Piece &)> &visit) const;

  [[nodiscard]] bool is_linked() const { return !is_relocatable_; }
  [[nodiscard]] std::uint64_t section_index() const { return section_.index; }

  /// The relocation in a piece of code, if there is one.
  [[nodiscard]] const Reference *reference_in(const Piece &piece) const;

private:
  [[nodiscard]] std::vector<Piece> cut_along_jumps(std::uint64_t begin, std::uint64_t end, std::size_t limit,
                                                   bool &jumps_anywhere) const;
  [[nodiscard]] bool leads_anywhere(const Piece &piece) const;
  [[nodiscard]] std::optional<Piece> code_at(std::uint64_t address, std::uint64_t end) const;
  [[nodiscard]] std::uint64_t marker_bytes(std::uint64_t address, std::uint64_t end, const Piece &before) const;
  [[nodiscard]] std::optional<CodeAddress> branch_address(const Piece &piece) const;
  [[nodiscard]] std::optional<std::uint64_t> data_until(std::uint64_t address, std::uint64_t end) const;
  [[nodiscard]] std::span<const std::uint8_t> bytes_at(std::uint64_t address, std::uint64_t end) const {
    return section_.bytes.subspan(address - section_.address, end - address);
  }
  [[nodiscard]] bool is_inside(const CodeAddress &place, std::uint64_t begin, std::uint64_t end) const {
    return place.section == section_.index && place.address >= begin && place.address < end;
  }

  const LlvmTarget &target_;
  const MachineCodeReader &reader_;
  const CodeSection &section_;
  bool is_relocatable_;
};

// A first look at an ELF file's code: which of its functions can hold a loop at all, and which belong together.

struct DirectCall {
  std::uint64_t from = 0; ///< address of the instruction
  CodeAddress to;
};

/// A function, or a stretch between functions that looks like one.
struct ScannedFunction {
  CodeRange range;
  std::uint32_t instruction_count = 0;
  std::uint64_t skipped_bytes = 0; ///< that are no instructions
  bool jumps_back = false;         ///< without a backward jump there is no loop
  bool jumps_anywhere = false;     ///< through a table or pointer
  bool has_marker = false;         ///< IACA's bytes
  std::vector<CodeAddress> jumps_out;
  std::vector<DirectCall> calls; ///< only where they were asked for
};

/// One function, or, of a range that is none, all that look like functions in it: they end where control cannot go on
/// and no jump so far leads further.
[[nodiscard]] std::vector<ScannedFunction> scan_range(const CodeRange &range, const ObjectCutter &cutter,
                                                      const LlvmTarget &target, std::size_t most_pieces,
                                                      ScanFor purpose);

/// Places in `functions`, ascending; the groups by their first. Together are those of which one jumps into the middle
/// of the other: the hot and the cold part of one function, and assembly code with a common tail.
[[nodiscard]] std::vector<std::vector<int>> related_functions(const std::vector<ScannedFunction> &functions,
                                                              const std::vector<CodeSection> &sections,
                                                              bool is_relocatable);

} // namespace osaca
