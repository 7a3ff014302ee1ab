// ELF objects -> kernels, with the source lines that DWARF gives.
#include "decode/cost_filler.h"
#include "decode/decoder.h"
#include "decode/elf_check.h"
#include "decode/line_table.h"
#include "decode/object_reader.h"
#include "decode/regions.h"

#include <set>

namespace osaca {
namespace {

constexpr std::size_t max_object_bytes = 512U << 20U;

std::optional<Isa> isa_of(const llvm::object::ELFObjectFileBase &file) {
  switch (file.getArch()) {
  case llvm::Triple::x86_64: return Isa::x86_64;
  case llvm::Triple::aarch64: return Isa::aarch64;
  case llvm::Triple::riscv64: return Isa::riscv64;
  default: return std::nullopt;
  }
}

void locate(std::vector<Kernel> &kernels, const InstructionIndex &index, const ReadObject &object,
            const LineTable &lines) {
  for (Kernel &kernel : kernels) {
    for (Instruction &instruction : kernel.instructions) {
      if (const int found = index.find(instruction); found >= 0)
        instruction.source = lines.find(object.addresses[static_cast<std::size_t>(found)]);
      if (!kernel.source.known())
        kernel.source = instruction.source;
    }
  }
}

/// Assembly text shows the tables of a switch; in an object they are data. Calls through pointers at the end of a function
/// look the same.
std::string note_on_indirect_jumps(const ParsedUnit &unit) {
  std::set<std::string> functions;
  for (const Statement &statement : unit.statements) {
    if (statement.kind != StatementKind::instruction || statement.function < 0)
      continue;
    const Instruction &instruction = unit.instructions[static_cast<std::size_t>(statement.instruction)];
    if (instruction.is_branch && !instruction.is_conditional && instruction.branch_target.empty())
      functions.insert(unit.functions[static_cast<std::size_t>(statement.function)]);
  }
  if (functions.empty())
    return {};
  constexpr std::size_t most = 3;
  std::string names;
  std::size_t count = 0;
  for (auto name = functions.begin(); name != functions.end() && count < most; ++name, ++count)
    names += (names.empty() ? "" : ", ") + *name;
  if (functions.size() > most)
    names += " and " + std::to_string(functions.size() - most) + " more";
  return "jumps whose targets an object does not tell (jump tables of a switch, pointers) in " + names +
         ": paths and loops through them are missing; give the compiler's assembly (-S) to see them";
}

Expected<DecodedInput> decode_checked(const llvm::object::ELFObjectFileBase &file, const std::string &name,
                                      const DecodeOptions &options) {
  const std::optional<Isa> isa = isa_of(file);
  if (!isa)
    return Error{"machine code for a CPU that is not supported (x86-64, AArch64 and 64-bit RISC-V are)", {name, 0, 0}};
  const LlvmTarget &target = llvm_target(*isa);
  auto object = read_object(file, target, name, options.features_cpu);
  if (!object)
    return object.error();
  const ParsedUnit &unit = object->read.unit;
  if (unit.instructions.empty())
    return Error{"there is no machine code in it", {name, 0, 0}};
  auto kernels = select_kernels(unit, name, options.regions, options.max_paths_per_loop);
  if (!kernels)
    return kernels.error();
  DecodedInput made;
  made.isa = *isa;
  made.problems = unit.problems;
  if (std::string note = note_on_indirect_jumps(unit); !note.empty())
    made.notes.push_back(std::move(note));
  made.kernels = *std::move(kernels);
  fill_costs(made.kernels, target, object->read, options);
  locate(made.kernels, InstructionIndex(unit), *object, LineTable(file));
  return made;
}

} // namespace

Expected<DecodedInput> decode_object(std::string_view bytes, const std::string &name, const DecodeOptions &options) {
  if (bytes.size() > max_object_bytes)
    return Error{"the object has more than 512 MiB", {name, 0, 0}};
  if (const std::string wrong = malformation_of_elf(bytes); !wrong.empty())
    return Error{wrong, {name, 0, 0}};
  const std::string aligned(bytes); // LLVM reads its structures in place
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(aligned, name));
  if (!file)
    return Error{llvm::toString(file.takeError()), {name, 0, 0}};
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  return elf == nullptr ? Error{"not an ELF file", {name, 0, 0}} : decode_checked(*elf, name, options);
}

} // namespace osaca
