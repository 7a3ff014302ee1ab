// One stretch of machine code -> its instructions, and what among them is none.
//
// Compilers keep their tables elsewhere; assembly written by hand has constants between and behind its instructions.
// Where bytes are no instruction, decoding goes on at the next place that a jump so far leads to. A stretch in which
// that happened is decoded once more along its jumps from its beginning, so that constants which happen to look like
// instructions are not taken for any (unless it jumps to where only a table knows).
#pragma once

#include "decode/code/machine_code.h"
#include "decode/image/code_section.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace osaca {

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

} // namespace osaca
