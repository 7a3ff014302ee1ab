#include "decode/object/object_state.h"

#include "base/format.h"
#include "base/text.h"
#include "loops/flow_graph.h"

#include <algorithm>
#include <limits>
#include <set>

namespace osaca {
namespace {

class UnitBuilder {
public:
  UnitBuilder(const CodeOfFile &file, MachineCodeReader &reader)
      : sections_(file.sections), stubs_(file.stubs), target_(file.target), reader_(reader),
        is_relocatable_(file.is_relocatable), finder_(file.section_index) {
    unit().isa = target_.isa;
  }

  /// The last `callees` functions are only there to be called.
  ReadObject build(const std::vector<NumberedFunction> &functions, std::size_t callees) {
    std::vector<std::vector<Piece>> pieces;
    std::size_t room = most_instructions_of_unit;
    for (const NumberedFunction &numbered : functions) {
      const CodeRange &range = numbered.function->range;
      pieces.push_back(cutter_of(range).cut(range.begin, range.end, room));
      room -= std::min(room, pieces.back().size());
      for (const Piece &piece : pieces.back())
        if (piece.target)
          targets_.insert(key_of(*piece.target));
    }
    made_.is_cut_off = room == 0;
    for (std::size_t f = 0; f < functions.size(); ++f) {
      if (f + callees == functions.size()) {
        break_off(functions[f].function->range.begin);
        unit().callees_begin = unit().statements.end_index();
      }
      add_function(functions[f], std::move(pieces[f]));
    }
    return std::move(made_);
  }

private:
  using Key = std::pair<std::uint64_t, std::uint64_t>; ///< section and address

  ParsedUnit &unit() { return made_.read.unit; }

  [[nodiscard]] ObjectCutter cutter_of(const CodeRange &range) const {
    return {target_, reader_, sections_[range.section], is_relocatable_};
  }

  /// Addresses of linked files are unique, so they need no section.
  [[nodiscard]] Key key_of(const CodeAddress &place) const {
    return {is_relocatable_ ? place.section : 0, place.address};
  }

  void add_function(const NumberedFunction &numbered, std::vector<Piece> pieces) {
    const CodeRange &range = numbered.function->range;
    section_ = &sections_[range.section];
    number_ = numbered.instructions_before;
    if (last_section_ != section_ || last_end_ != range.begin)
      break_off(range.begin);
    function_ = range.name.empty() ? -1 : static_cast<int>(unit().functions.size());
    if (function_ >= 0)
      unit().functions.push_back(range.name);
    const ObjectCutter cutter = cutter_of(range);
    for (Piece &piece : pieces) {
      add_label(piece.address);
      if (piece.kind == Piece::Kind::code)
        add_code(cutter, std::move(piece));
      else if (piece.kind == Piece::Kind::skipped)
        break_off(piece.address);
      else
        add_bytes(piece);
    }
    last_section_ = section_;
    last_end_ = range.end;
  }

  AsmStatement &add(AsmStatementKind kind, std::uint64_t address) {
    AsmStatement &statement = unit().statements.emplace_back();
    statement.kind = kind;
    statement.line = static_cast<int>(std::min<std::uint64_t>(number_ + 1, std::numeric_limits<int>::max()));
    statement.address = address;
    statement.address_modulus = is_relocatable_ ? section_->alignment : 0;
    statement.function = function_;
    return statement;
  }

  /// Control does not fall through from one section to the next. A section statement with a unique name ends the
  /// control flow here.
  void break_off(std::uint64_t address) {
    add(AsmStatementKind::section, address).text =
        format_text("{}+{}", section_->name, hexadecimal(unit().statements.size()));
  }

  void add_bytes(const Piece &piece) {
    const auto bytes = section_->bytes.subspan(piece.address - section_->address, piece.size_bytes);
    add(AsmStatementKind::byte_data, piece.address).bytes.assign(bytes.begin(), bytes.end());
  }

  void add_label(std::uint64_t address) {
    if (section_->symbols.contains(address) || targets_.contains(key_of({address, section_->index})))
      add(AsmStatementKind::label, address).text = label_at({address, section_->index});
  }

  [[nodiscard]] std::string label_at(const CodeAddress &place) const {
    const std::optional<std::size_t> section = finder_.find(place);
    if (section)
      if (const auto symbol = sections_[*section].symbols.find(place.address);
          symbol != sections_[*section].symbols.end())
        return name_of(symbol->second);
    if (const auto stub = stubs_.find(place.address); stub != stubs_.end() && !is_relocatable_)
      return stub->second + "@plt";
    // In an object that is not linked, all sections begin at address 0, so the name includes the section.
    const std::size_t number = is_relocatable_ ? section.value_or(sections_.size()) : 0;
    return (number == 0 ? "L_" : format_text("L{}_", number)) + hexadecimal(place.address);
  }

  /// If one of several names is known never to return, it is used.
  static const std::string &name_of(const Symbol &symbol) {
    const auto known =
        std::ranges::find_if(symbol.aliases, [](const std::string &alias) { return never_returns(alias); });
    return known == symbol.aliases.end() ? symbol.name : *known;
  }

  void add_code(const ObjectCutter &cutter, Piece piece) {
    if (auto lock = reader_.take_lock(piece.decoded)) {
      add_instruction(reader_.lower(*lock), piece.address, lock->inst, {});
      ++piece.address;
      --piece.size_bytes;
    }
    Instruction made = lowered(cutter, piece);
    add_instruction(std::move(made), piece.address, piece.decoded.inst, piece.target);
    ++number_;
  }

  void add_instruction(Instruction made, std::uint64_t address, const llvm::MCInst &inst,
                       const std::optional<CodeAddress> &target) {
    AsmStatement &statement = add(AsmStatementKind::instruction, address);
    statement.instruction = static_cast<int>(unit().instructions.size());
    made.number = InstructionNumber{statement.instruction};
    made.line = statement.line;
    unit().instructions.push_back(std::move(made));
    made_.read.instructions.push_back(inst);
    made_.addresses.push_back({address, section_->index});
    made_.targets.push_back(target);
  }

  Instruction lowered(const ObjectCutter &cutter, const Piece &piece) {
    Instruction made = reader_.lower(piece.decoded);
    const Reference *reference = cutter.reference_in(piece);
    if (piece.target)
      set_branch_target(made, label_at(*piece.target));
    else if (reference != nullptr && (made.is_branch || made.is_call))
      set_branch_target(made, reference->symbol);
    else if (reference != nullptr)
      set_symbol(made, piece, *reference);
    else
      count_from_origin(made, piece);
    return made;
  }

  /// Replaces a distance from the end of the instruction by the address, so that those of several instructions can be
  /// compared.
  static void count_from_origin(Instruction &made, const Piece &piece) {
    for (Operand &operand : made.operands)
      if (auto *memory = std::get_if<MemoryOperand>(&operand.value);
          memory != nullptr && memory->base && memory->base->kind == RegisterKind::program_counter)
        memory->displacement = static_cast<std::int64_t>(static_cast<std::uint64_t>(memory->displacement) +
                                                         piece.address + static_cast<std::uint64_t>(made.size_bytes));
  }

  /// Replaces the number that is stored until the linker writes the real one.
  void set_symbol(Instruction &made, const Piece &piece, const Reference &reference) const {
    // An address relative to rip is counted from the end of the instruction, and the addend includes the difference.
    // The arithmetic is unsigned, which may wrap around, because the addend may be anything.
    const std::uint64_t after = piece.address - reference.place + static_cast<std::uint64_t>(made.size_bytes);
    const auto from_end = static_cast<std::int64_t>(static_cast<std::uint64_t>(reference.addend) + after);
    made.affine.reset(); // the result depends on what the linker writes
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
    const bool relative_lea = made.computes_address && std::ranges::any_of(made.operands, [](const Operand &operand) {
                                const Register *reg = as_register(operand);
                                return reg != nullptr && reg->kind == RegisterKind::program_counter;
                              });
    if (number == nullptr && relative_lea) { // a displacement of zero was dropped
      number = &made.operands.emplace_back();
      number->read = true;
    }
    if (number != nullptr)
      number->value = ImmediateOperand{relative_lea ? from_end : reference.addend, reference.symbol};
  }

  /// Replaces the distance, which is the first number among the operands on x86 and the last one elsewhere.
  void set_branch_target(Instruction &made, const std::string &label) const {
    made.branch_target = label;
    const auto is_number = [](const Operand &operand) {
      return std::holds_alternative<ImmediateOperand>(operand.value) && !operand.implicit;
    };
    auto number = std::ranges::find_if(made.operands, is_number);
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

  const std::vector<CodeSection> &sections_;
  const std::unordered_map<std::uint64_t, std::string> &stubs_;
  const LlvmTarget &target_;
  MachineCodeReader &reader_;
  bool is_relocatable_;
  const CodeSectionIndex &finder_;
  ReadObject made_;
  std::set<Key> targets_;
  const CodeSection *section_ = nullptr;
  int function_ = -1;
  std::uint64_t number_ = 0;
  const CodeSection *last_section_ = nullptr;
  std::uint64_t last_end_ = 0;
};

} // namespace

ReadObject read_functions(const std::vector<NumberedFunction> &functions, const CodeOfFile &file,
                          MachineCodeReader &reader, const std::vector<NumberedFunction> &callees) {
  std::vector<NumberedFunction> all = functions;
  all.insert(all.end(), callees.begin(), callees.end());
  return UnitBuilder(file, reader).build(all, callees.size());
}

} // namespace osaca
