// Divides the code of a file into functions, divides functions into instructions, and finds the functions that can
// contain a loop.
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

// Divides code where functions begin and end, according to symbols and other tables.

/// A range of one section. All ranges together cover the section, in order.
struct CodeRange {
  std::size_t section = 0; ///< index into the list of sections
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string name;                 ///< of the function; "sub_1a40" if only an unwinding table lists it; may be empty
  bool is_function = false;         ///< false: padding, tables and unlisted code between functions
  std::vector<std::string> aliases; ///< other names of the function
};

[[nodiscard]] std::vector<CodeRange> code_ranges(const std::vector<CodeSection> &sections,
                                                 const std::vector<AddressRange> &unwinding);

/// "sub_1a40": a name for code without one.
[[nodiscard]] std::string made_up_name(std::uint64_t address);

// Divides a range of machine code into instructions and other bytes.
//
// Compilers put their tables elsewhere, but hand-written assembly has constants between its instructions and after
// them. At bytes that are no instruction, decoding continues at the next target of a jump that was decoded before. Such
// a range is then decoded again along its jumps from the beginning, so that constants that look like instructions are
// not decoded. This is not possible if the range jumps through a table or a pointer.

/// The alignment at which compilers place functions.
constexpr std::uint64_t function_alignment_bytes = 16;

/// A part of a range.
struct Piece {
  enum class Kind {
    code,
    marker, ///< the bytes that end an IACA marker
    data,   ///< data that symbols mark as such
    skipped ///< bytes that are no instructions, although no symbol marks them as data
  };
  Kind kind = Kind::code;
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  MachineCodeReader::Decoded decoded;
  std::optional<CodeAddress> target; ///< of a direct jump or call
};

/// Where control goes after an instruction.
struct Flow {
  bool is_jump = false; ///< not a call or a return
  bool is_conditional = false;
  bool is_call = false;
  bool ends = false; ///< a return or a trap
};
[[nodiscard]] Flow flow_of(const LlvmTarget &target, const llvm::MCInst &inst);

/// Divides ranges of one section.
class ObjectCutter {
public:
  ObjectCutter(const LlvmTarget &target, const MachineCodeReader &reader, const CodeSection &section,
               bool is_relocatable)
      : target_(target), reader_(reader), section_(section), is_relocatable_(is_relocatable) {}

  /// Divides [begin, end) of the section. The pieces are in order and complete, unless there are more than `limit`.
  [[nodiscard]] std::vector<Piece> cut(std::uint64_t begin, std::uint64_t end, std::size_t limit) const;

  /// Like cut(), but decodes only once, has no limit, and passes the pieces to `visit` instead of storing them.
  /// `after_data` applies to bytes that are no instruction if no jump target follows: it selects whether decoding is
  /// tried again at the next address where a function may begin.
  enum class AfterData { stops, tries_again };
  void cut_in_a_row(std::uint64_t begin, std::uint64_t end, AfterData after_data,
                    const std::function<void(const Piece &)> &visit) const;

  [[nodiscard]] bool is_linked() const { return !is_relocatable_; }
  [[nodiscard]] std::uint64_t section_index() const { return section_.index; }

  /// The relocation in a piece of code; null: none.
  [[nodiscard]] const Reference *reference_in(const Piece &piece) const;

private:
  [[nodiscard]] std::vector<Piece> cut_along_jumps(std::uint64_t begin, std::uint64_t end, std::size_t limit,
                                                   bool &has_unknown_jump) const;
  [[nodiscard]] bool has_unknown_target(const Piece &piece) const;
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

// Scans code: finds the functions that can contain a loop, and the functions that must be decoded together.

/// A call whose target is known.
struct DirectCall {
  std::uint64_t from = 0; ///< address of the instruction
  CodeAddress to;
};

/// A function, or a range between functions that looks like one.
struct ScannedFunction {
  CodeRange range;
  std::uint32_t instruction_count = 0;
  std::uint64_t skipped_bytes = 0; ///< bytes that are no instructions
  bool jumps_back = false;         ///< without a backward jump there is no loop
  bool has_unknown_jump = false;   ///< through a table or pointer
  bool has_marker = false;         ///< bytes of an IACA marker
  std::vector<CodeAddress> jumps_out;
  std::vector<DirectCall> calls; ///< only if requested
};

/// Returns the function of the range. In a range between functions, it returns everything that looks like a function.
/// Such a function ends at an instruction after which control cannot continue, unless an earlier jump leads beyond that
/// instruction.
[[nodiscard]] std::vector<ScannedFunction> scan_range(const CodeRange &range, const ObjectCutter &cutter,
                                                      const LlvmTarget &target, std::size_t most_pieces,
                                                      ScanFor purpose);

/// Groups functions in which one jumps into the middle of another: the hot and the cold part of a function, or assembly
/// code with a common tail. The result holds ascending indices into `functions`; groups are sorted by their first
/// index.
[[nodiscard]] std::vector<std::vector<int>> related_functions(const std::vector<ScannedFunction> &functions,
                                                              const std::vector<CodeSection> &sections,
                                                              bool is_relocatable);

} // namespace osaca
