#include "decode/elf/elf_image.h"

#include "decode/elf/eh_frame.h"
#include "decode/elf/elf_lines.h"
#include "decode/elf/elf_sections.h"
#include "decode/elf/value_or_nothing.h"
#include "decode/image/image_messages.h"
#include "decode/llvm/target.h"
#include "decode/screen/elf_check.h"

#include <memory>
#include <optional>

namespace osaca {
namespace {

std::optional<Isa> isa_of(const llvm::object::ELFObjectFileBase &file) {
  switch (file.getArch()) {
  case llvm::Triple::x86_64: return Isa::x86_64;
  case llvm::Triple::aarch64: return Isa::aarch64;
  case llvm::Triple::riscv64: return Isa::riscv64;
  default: return std::nullopt;
  }
}

/// GCC's objects for link-time optimisation hold its own intermediate code.
bool has_intermediate_code(const llvm::object::ELFObjectFileBase &file) {
  for (const llvm::object::SectionRef &section : file.sections())
    if (const auto name = value_or_nothing(section.getName());
        name && (name->starts_with(".gnu.lto_") || name->starts_with(".gnu.offload_lto_") || *name == ".llvm.lto"))
      return true;
  return false;
}

bool is_debug_file(const llvm::object::ELFObjectFileBase &file) {
  for (const llvm::object::SectionRef &section : file.sections())
    if (section.isText() && section.isVirtual() && section.getSize() > 0)
      return true;
  return false;
}

/// A file with debug information beside the one that it is about.
class DebugFile {
public:
  explicit DebugFile(std::string_view bytes) : bytes_(bytes) {
    if (bytes_.empty() || !malformation_of_elf(bytes_).empty())
      return;
    file_ = value_or_nothing(llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes_, "")));
  }
  [[nodiscard]] const llvm::object::ELFObjectFileBase *elf() const {
    return file_ ? llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file_->get()) : nullptr;
  }

private:
  std::string bytes_; ///< aligned: LLVM reads its structures in place
  std::optional<std::unique_ptr<llvm::object::ObjectFile>> file_;
};

} // namespace

Expected<ObjectImage> elf_image(std::string_view bytes, std::string_view debug_bytes, bool with_inlining) {
  if (const std::string wrong = malformation_of_elf(bytes); !wrong.empty())
    return Error{wrong};
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, ""));
  if (!file)
    return Error{llvm::toString(file.takeError())};
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  if (elf == nullptr)
    return Error{"not an ELF file"};
  const std::optional<Isa> isa = isa_of(*elf);
  if (!isa)
    return Error{other_cpu_message};
  ObjectImage made;
  made.isa = *isa;
  made.is_relocatable = elf->isRelocatableObject();
  const DebugFile debug_file(debug_bytes);
  const llvm::object::ELFObjectFileBase *debug = debug_file.elf();
  if (debug != nullptr && (debug->getArch() != elf->getArch() || debug->isRelocatableObject() != made.is_relocatable))
    debug = nullptr;
  made.sections = code_sections(*elf);
  if (debug != nullptr)
    add_symbols(*debug, made.sections);
  if (made.sections.empty() && has_intermediate_code(*elf))
    return Error{gcc_lto_message};
  made.why_empty = is_debug_file(*elf) ? debug_file_message : no_code_message;
  if (const auto subtarget = llvm_target(*isa).reader(""); subtarget)
    made.stubs = stub_names(*elf, **subtarget);
  made.functions = unwinding_ranges(*elf);
  made.lines = elf_lines(*elf);
  const llvm::object::ELFObjectFileBase *lines_are_of = elf;
  if (debug != nullptr && LineTable(made.lines, made.is_relocatable).is_empty()) {
    lines_are_of = debug;
    made.lines = elf_lines(*debug);
  }
  if (with_inlining && !made.is_relocatable)
    made.inlined = elf_inline_sites(*lines_are_of, made.lines);
  return made;
}

} // namespace osaca
