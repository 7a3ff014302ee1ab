#include "decode/object/object_scan.h"

#include <algorithm>
#include <map>
#include <set>

namespace osaca {
namespace {

bool is_trap(llvm::StringRef opcode) {
  return opcode == "TRAP" || opcode == "HLT" || opcode == "UD1Lr" || opcode == "UNIMP";
}

/// On RISC-V, jumps, calls and returns are the same instruction. They differ in the register for the return address.
Flow flow_of_riscv_jump(const LlvmTarget &target, const llvm::MCInst &inst, bool is_direct) {
  Flow flow;
  const auto name_of = [&](unsigned operand) {
    const bool is_register = operand < inst.getNumOperands() && inst.getOperand(operand).isReg();
    return is_register ? llvm::StringRef(target.registers->getName(inst.getOperand(operand).getReg()))
                       : llvm::StringRef();
  };
  flow.is_call = name_of(0) != "X0";
  flow.ends = !flow.is_call && !is_direct && name_of(1) == "X1";
  flow.is_jump = !flow.is_call && !flow.ends;
  return flow;
}

} // namespace

Flow flow_of(const LlvmTarget &target, const llvm::MCInst &inst) {
  const llvm::MCInstrDesc &desc = target.instructions->get(inst.getOpcode());
  if (target.isa == Isa::riscv64) {
    const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
    if (name == "JAL" || name == "JALR")
      return flow_of_riscv_jump(target, inst, name == "JAL");
  }
  Flow flow;
  flow.is_call = desc.isCall();
  flow.ends = !flow.is_call && (desc.isReturn() || (desc.isTerminator() && desc.isBarrier() && !desc.isBranch()) ||
                                is_trap(target.instructions->getName(inst.getOpcode())));
  flow.is_jump = desc.isBranch() && !flow.is_call && !flow.ends;
  flow.is_conditional = flow.is_jump && desc.isConditionalBranch();
  return flow;
}

const Reference *ObjectCutter::reference_in(const Piece &piece) const {
  if (section_.references.empty())
    return nullptr;
  const auto found = section_.references.lower_bound(piece.address);
  const bool inside = found != section_.references.end() && found->first < piece.address + piece.size_bytes;
  return inside ? &found->second : nullptr;
}

std::optional<CodeAddress> ObjectCutter::branch_address(const Piece &piece) const {
  if (!is_jump_or_call(target_, piece.decoded.inst))
    return std::nullopt;
  if (const Reference *reference = reference_in(piece)) {
    if (!reference->target)
      return std::nullopt;
    // x86 counts from the end of the instruction; the addend includes the difference.
    CodeAddress target = *reference->target;
    target.address += target_.isa == Isa::x86_64 ? 4 : 0;
    return target;
  }
  const auto target = reader_.target_of(piece.decoded, piece.address);
  if (!target || (is_relocatable_ && !section_.holds(*target)))
    return std::nullopt;
  return CodeAddress{*target, section_.index};
}

std::optional<Piece> ObjectCutter::code_at(std::uint64_t address, std::uint64_t end) const {
  Piece piece;
  piece.address = address;
  auto decoded = reader_.decode(bytes_at(address, end), address);
  if (!decoded)
    return std::nullopt;
  piece.decoded = *std::move(decoded);
  piece.size_bytes = static_cast<std::uint64_t>(piece.decoded.size_bytes);
  piece.target = branch_address(piece);
  return piece;
}

std::optional<std::uint64_t> ObjectCutter::data_until(std::uint64_t address, std::uint64_t end) const {
  if (section_.data_begins.empty())
    return std::nullopt;
  const auto next = section_.data_begins.upper_bound(address);
  if (next == section_.data_begins.begin() || !std::prev(next)->second)
    return std::nullopt;
  return next == section_.data_begins.end() ? end : std::min(next->first, end);
}

/// The length of the bytes that end an IACA marker, after the instruction that loads its number. 0: there are none.
std::uint64_t ObjectCutter::marker_bytes(std::uint64_t address, std::uint64_t end, const Piece &before) const {
  if (before.size_bytes == 0 || before.kind != Piece::Kind::code)
    return 0;
  const auto bytes = bytes_at(address, end);
  const auto begins_with = [bytes](std::initializer_list<std::uint8_t> wanted) {
    return bytes.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), bytes.begin());
  };
  const bool fits = target_.isa == Isa::x86_64    ? begins_with({0x64, 0x67, 0x90})
                    : target_.isa == Isa::aarch64 ? begins_with({213, 3, 32, 31})
                                                  : begins_with({19, 0, 0, 0});
  if (!fits)
    return 0;
  const llvm::MCInst &last = before.decoded.inst;
  for (unsigned i = 0; i < last.getNumOperands(); ++i)
    if (last.getOperand(i).isImm() && (last.getOperand(i).getImm() == 111 || last.getOperand(i).getImm() == 222))
      return target_.isa == Isa::x86_64 ? 3 : 4;
  return 0;
}

/// Whether it jumps through a register or a table.
bool ObjectCutter::has_unknown_target(const Piece &piece) const {
  return !piece.target && flow_of(target_, piece.decoded.inst).is_jump && reference_in(piece) == nullptr;
}

void ObjectCutter::cut_in_a_row(std::uint64_t begin, std::uint64_t end, AfterData after_data,
                                const std::function<void(const Piece &)> &visit) const {
  // Jump targets ahead of the current place. There are few of them at any time; passed ones are removed.
  std::set<std::uint64_t> ahead;
  Piece piece; // its size 0 means that there is no previous piece
  for (std::uint64_t at = begin; at < end; at += piece.size_bytes, visit(piece)) {
    ahead.erase(ahead.begin(), ahead.upper_bound(at));
    if (const auto until = data_until(at, end)) {
      piece = {Piece::Kind::data, at, *until - at, {}, {}};
    } else if (const std::uint64_t bytes = marker_bytes(at, end, piece)) {
      piece = {Piece::Kind::marker, at, bytes, {}, {}};
    } else if (std::optional<Piece> code = code_at(at, end)) {
      piece = *std::move(code);
      if (piece.target && is_inside(*piece.target, at + 1, end) && !flow_of(target_, piece.decoded.inst).is_call)
        ahead.insert(piece.target->address);
    } else {
      const std::uint64_t next = (at / function_alignment_bytes + 1) * function_alignment_bytes;
      const std::uint64_t last_hope = after_data == AfterData::stops ? end : std::min(next, end);
      piece = {
          Piece::Kind::skipped, at, (ahead.empty() ? last_hope : std::min(*ahead.begin(), last_hope)) - at, {}, {}};
    }
  }
}

std::vector<Piece> ObjectCutter::cut_along_jumps(std::uint64_t begin, std::uint64_t end, std::size_t limit,
                                                 bool &has_unknown_jump) const {
  std::map<std::uint64_t, Piece> found;
  std::vector<std::uint64_t> open{begin};
  for (const auto &[address, symbol] : section_.symbols)
    if (symbol.kind != Symbol::Kind::label && address > begin && address < end)
      open.push_back(address);
  while (!open.empty() && found.size() < limit) {
    std::uint64_t at = open.back();
    open.pop_back();
    while (at < end && !found.contains(at) && !data_until(at, end)) {
      std::optional<Piece> piece = code_at(at, end);
      if (!piece)
        break;
      const Flow flow = flow_of(target_, piece->decoded.inst);
      has_unknown_jump = has_unknown_jump || has_unknown_target(*piece);
      if (piece->target && is_inside(*piece->target, begin, end))
        open.push_back(piece->target->address);
      const std::uint64_t next = at + piece->size_bytes;
      found.emplace(at, *std::move(piece));
      if (flow.ends || (flow.is_jump && !flow.is_conditional) || found.size() >= limit)
        break;
      at = next;
    }
  }
  std::vector<Piece> pieces;
  std::uint64_t at = begin;
  for (auto &[address, piece] : found) {
    if (address < at) // it overlaps the piece before: a jump leads into the middle of an instruction
      continue;
    if (address > at)
      pieces.push_back({Piece::Kind::skipped, at, address - at, {}, {}});
    at = address + piece.size_bytes;
    pieces.push_back(std::move(piece));
  }
  if (at < end)
    pieces.push_back({Piece::Kind::skipped, at, end - at, {}, {}});
  return pieces;
}

std::vector<Piece> ObjectCutter::cut(std::uint64_t begin, std::uint64_t end, std::size_t limit) const {
  std::vector<Piece> pieces;
  bool has_skipped = false;
  bool has_unknown_jump = false;
  cut_in_a_row(begin, end, AfterData::stops, [&](const Piece &piece) {
    has_skipped = has_skipped || piece.kind == Piece::Kind::skipped;
    has_unknown_jump = has_unknown_jump || (piece.kind == Piece::Kind::code && has_unknown_target(piece));
    if (pieces.size() < limit)
      pieces.push_back(piece);
  });
  if (!has_skipped || has_unknown_jump)
    return pieces;
  std::vector<Piece> along = cut_along_jumps(begin, end, limit, has_unknown_jump);
  return has_unknown_jump ? std::move(pieces) : std::move(along);
}

} // namespace osaca
