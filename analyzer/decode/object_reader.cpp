#include "decode/object_reader.h"

#include "decode/machine_code.h"
#include "decode/object_sections.h"

#include <algorithm>
#include <set>

namespace osaca {
namespace {

constexpr std::size_t max_instructions = 2'000'000;
constexpr std::size_t max_problems = 100;

std::string hexadecimal(std::uint64_t number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[number & 15U]);
    number >>= 4U;
  } while (number != 0);
  return digits;
}

/// A stretch of a section that is one statement.
struct Piece {
  std::uint64_t address = 0;
  std::optional<MachineCodeReader::Decoded> decoded; ///< empty: bytes
  std::vector<std::uint8_t> bytes;
  bool is_unreadable = false;
  std::optional<std::uint64_t> target;
};

class SectionReader {
public:
  SectionReader(const CodeSection &section, const LlvmTarget &target, MachineCodeReader &reader, ReadObject &made,
                const std::string &input, int number)
      : section_(section), target_(target), reader_(reader), made_(made), input_(input), number_(number) {}

  void read() {
    cut_into_pieces();
    for (const Piece &piece : pieces_)
      if (piece.target)
        targets_.insert(*piece.target);
    add(StatementKind::section, section_.address).text = section_.name;
    for (const Piece &piece : pieces_) {
      add_label(piece.address);
      add_piece(piece);
    }
  }

private:
  ParsedUnit &unit() { return made_.read.unit; }

  void cut_into_pieces() {
    const std::size_t room = max_instructions - std::min(max_instructions, unit().instructions.size());
    for (std::size_t at = 0; at < section_.bytes.size() && pieces_.size() < room;) {
      const std::uint64_t address = section_.address + at;
      const auto bytes = section_.bytes.subspan(at);
      Piece piece = is_data(address) ? data_piece(address, bytes) : code_piece(address, bytes);
      at += piece.decoded ? static_cast<std::size_t>(piece.decoded->size_bytes) : piece.bytes.size();
      if (auto lock = piece.decoded ? reader_.take_lock(*piece.decoded) : std::nullopt) {
        pieces_.emplace_back().address = piece.address++;
        pieces_.back().decoded = std::move(lock);
      }
      pieces_.push_back(std::move(piece));
    }
    if (pieces_.size() == room)
      add_problem("too much code; what follows is left out");
  }

  bool is_data(std::uint64_t address) const {
    const auto next = section_.data_begins.upper_bound(address);
    return next != section_.data_begins.begin() && std::prev(next)->second;
  }

  Piece data_piece(std::uint64_t address, std::span<const std::uint8_t> bytes) const {
    const auto next = section_.data_begins.upper_bound(address);
    const std::uint64_t length = next == section_.data_begins.end() ? bytes.size() : next->first - address;
    Piece piece;
    piece.address = address;
    piece.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(length, bytes.size())));
    return piece;
  }

  Piece code_piece(std::uint64_t address, std::span<const std::uint8_t> bytes) const {
    Piece piece;
    piece.address = address;
    if (const std::size_t marker = marker_bytes(bytes)) {
      piece.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(marker));
      return piece;
    }
    piece.decoded = reader_.decode(bytes, address);
    if (!piece.decoded) {
      const std::size_t step = target_.isa == Isa::x86_64 ? 1 : target_.isa == Isa::aarch64 ? 4 : 2;
      piece.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(step, bytes.size())));
      piece.is_unreadable = true;
      return piece;
    }
    piece.target = branch_address(piece);
    return piece;
  }

  /// The bytes that end IACA's marker, behind the instruction that loads its number. 0: not here.
  std::size_t marker_bytes(std::span<const std::uint8_t> bytes) const {
    if (pieces_.empty() || !pieces_.back().decoded)
      return 0;
    const auto begins_with = [bytes](std::initializer_list<std::uint8_t> wanted) {
      return bytes.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), bytes.begin());
    };
    const bool fits = target_.isa == Isa::x86_64    ? begins_with({0x64, 0x67, 0x90})
                      : target_.isa == Isa::aarch64 ? begins_with({213, 3, 32, 31})
                                                    : begins_with({19, 0, 0, 0});
    if (!fits)
      return 0;
    const llvm::MCInst &before = pieces_.back().decoded->inst;
    for (unsigned i = 0; i < before.getNumOperands(); ++i)
      if (before.getOperand(i).isImm() && (before.getOperand(i).getImm() == 111 || before.getOperand(i).getImm() == 222))
        return target_.isa == Isa::x86_64 ? 3 : 4;
    return 0;
  }

  const Reference *reference_in(const Piece &piece) const {
    const auto found = section_.references.lower_bound(piece.address);
    const bool inside = found != section_.references.end() && piece.decoded &&
                        found->first < piece.address + static_cast<std::uint64_t>(piece.decoded->size_bytes);
    return inside ? &found->second : nullptr;
  }

  std::optional<std::uint64_t> branch_address(const Piece &piece) const {
    if (!is_jump_or_call(target_, piece.decoded->inst))
      return std::nullopt;
    if (const Reference *reference = reference_in(piece)) {
      if (!reference->address)
        return std::nullopt;
      // x86 counts from the end of the instruction: the addend makes up for it.
      return target_.isa == Isa::x86_64 ? *reference->address + 4 : *reference->address;
    }
    const auto target = reader_.target_of(*piece.decoded, piece.address);
    const bool inside = target && *target >= section_.address && *target - section_.address < section_.bytes.size();
    return inside ? target : std::nullopt;
  }

  std::string label_at(std::uint64_t address) const {
    const auto symbol = section_.symbols.find(address);
    if (symbol != section_.symbols.end())
      return symbol->second.name;
    // Sections of an object that is not linked all begin at 0.
    return (number_ == 0 ? "L_" : "L" + std::to_string(number_) + "_") + hexadecimal(address);
  }

  Statement &add(StatementKind kind, std::uint64_t address) {
    Statement &statement = unit().statements.emplace_back();
    statement.kind = kind;
    statement.line = static_cast<int>(unit().statements.size());
    statement.address = address;
    statement.function = function_;
    return statement;
  }

  void add_label(std::uint64_t address) {
    const auto symbol = section_.symbols.find(address);
    if (symbol == section_.symbols.end() && targets_.count(address) == 0)
      return;
    if (symbol != section_.symbols.end() && symbol->second.is_function) {
      function_ = static_cast<int>(unit().functions.size());
      unit().functions.push_back(symbol->second.name);
    }
    add(StatementKind::label, address).text = label_at(address);
  }

  void add_piece(const Piece &piece) {
    if (!piece.decoded && !piece.is_unreadable) {
      add(StatementKind::byte_data, piece.address).bytes = piece.bytes;
      return;
    }
    Statement &statement = add(StatementKind::instruction, piece.address);
    statement.instruction = static_cast<int>(unit().instructions.size());
    Instruction made = piece.decoded ? lowered(piece) : unreadable(piece);
    made.line = statement.line;
    unit().instructions.push_back(std::move(made));
    made_.read.instructions.push_back(piece.decoded ? piece.decoded->inst : llvm::MCInst());
    made_.addresses.push_back({piece.address, section_.index});
  }

  Instruction unreadable(const Piece &piece) {
    Instruction made;
    made.text = "(no instruction)";
    made.size_bytes = static_cast<int>(piece.bytes.size());
    add_problem("no instruction at " + section_.name + "+0x" + hexadecimal(piece.address - section_.address));
    return made;
  }

  void add_problem(std::string message) {
    if (unit().problems.size() < max_problems)
      unit().problems.push_back({std::move(message), {input_, 0, 0}});
  }

  Instruction lowered(const Piece &piece) {
    Instruction made = reader_.lower(*piece.decoded);
    const Reference *reference = reference_in(piece);
    if (piece.target)
      set_branch_target(made, label_at(*piece.target));
    else if (reference != nullptr && (made.is_branch || made.is_call))
      set_branch_target(made, reference->symbol);
    else if (reference != nullptr)
      set_symbol(made, piece, *reference);
    return made;
  }

  /// In place of the number that stands there until the linker knows better.
  void set_symbol(Instruction &made, const Piece &piece, const Reference &reference) const {
    // What is relative to rip counts from the end of the instruction, and the addend makes up for that. Unsigned, which
    // wraps around: the addend may be anything.
    const std::uint64_t behind = piece.address - reference.place + static_cast<std::uint64_t>(made.size_bytes);
    const auto from_end = static_cast<std::int64_t>(static_cast<std::uint64_t>(reference.addend) + behind);
    Operand *number = nullptr;
    for (Operand &operand : made.operands) {
      if (operand.implicit)
        continue;
      if (auto *memory = std::get_if<MemoryOperand>(&operand.value)) {
        memory->symbol = reference.symbol;
        memory->displacement = reference.addend;
        if (memory->base && memory->base->kind == RegisterKind::program_counter)
          memory->displacement = from_end;
        return;
      }
      if (std::holds_alternative<ImmediateOperand>(operand.value))
        number = &operand;
    }
    const bool relative_lea = target_.isa == Isa::x86_64 && made.mnemonic == "lea" &&
                              std::any_of(made.operands.begin(), made.operands.end(), [](const Operand &operand) {
                                const Register *reg = as_register(operand);
                                return reg != nullptr && reg->kind == RegisterKind::program_counter;
                              });
    if (number == nullptr && relative_lea) { // a displacement of zero is none
      number = &made.operands.emplace_back();
      number->read = true;
    }
    if (number != nullptr)
      number->value = ImmediateOperand{relative_lea ? from_end : reference.addend, reference.symbol};
  }

  /// In place of the distance, which is the first number among the operands on x86 and the last one elsewhere.
  void set_branch_target(Instruction &made, const std::string &label) const {
    made.branch_target = label;
    const auto is_number = [](const Operand &operand) {
      return std::holds_alternative<ImmediateOperand>(operand.value) && !operand.implicit;
    };
    auto number = std::find_if(made.operands.begin(), made.operands.end(), is_number);
    if (target_.isa != Isa::x86_64)
      for (auto later = number; later != made.operands.end(); ++later)
        if (is_number(*later))
          number = later;
    if (number == made.operands.end())
      return;
    number->value = LabelOperand{label};
    made.text.erase(made.text.find_last_of(" ,") + 1);
    made.text += label;
  }

  const CodeSection &section_;
  const LlvmTarget &target_;
  MachineCodeReader &reader_;
  ReadObject &made_;
  const std::string &input_;
  int number_;
  int function_ = -1;
  std::vector<Piece> pieces_;
  std::set<std::uint64_t> targets_;
};

} // namespace

Expected<ReadObject> read_object(const llvm::object::ELFObjectFileBase &file, const LlvmTarget &target,
                                 const std::string &name, const std::string &features_cpu) {
  auto subtarget = target.reader(features_cpu);
  if (!subtarget)
    return subtarget.error();
  MachineCodeReader reader(target, **subtarget);
  ReadObject made;
  made.read.unit.isa = target.isa;
  int number = 0;
  const std::vector<CodeSection> sections = code_sections(file);
  for (const CodeSection &section : sections) {
    SectionReader(section, target, reader, made, name, file.isRelocatableObject() ? number : 0).read();
    ++number;
  }
  return made;
}

} // namespace osaca
