#include "decode/object/object_file.h"

#include "decode/screen/elf_check.h"
#include "decode/object/object_state.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MD5.h>

namespace osaca {
namespace {

constexpr std::size_t max_object_bytes = 1U << 30U;

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

constexpr const char *what_to_do_with_lto =
    "the machine code is made when the program is linked: analyse the linked program, or compile with ";

bool is_debug_file(const llvm::object::ELFObjectFileBase &file) {
  for (const llvm::object::SectionRef &section : file.sections())
    if (section.isText() && section.isVirtual() && section.getSize() > 0)
      return true;
  return false;
}

std::string why_there_is_no_code(const llvm::object::ELFObjectFileBase &file) {
  return is_debug_file(file) ? "there is no machine code in it: this looks like the debug information of another file"
                             : "there is no machine code in it";
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

std::string lto_message(std::string_view bytes) {
  if (!bytes.starts_with("BC\xC0\xDE") && !bytes.starts_with("\xDE\xC0\x17\x0B"))
    return {};
  return "this is LLVM bitcode, what Clang writes with -flto and with -emit-llvm: " + std::string(what_to_do_with_lto) +
         "-ffat-lto-objects or without -flto";
}

std::string md5_of(std::string_view bytes) {
  const auto digest = llvm::MD5::hash(llvm::arrayRefFromStringRef(bytes));
  return {digest.begin(), digest.end()};
}

ObjectFile::ObjectFile(std::unique_ptr<const State> state) : state_(std::move(state)) {}
ObjectFile::ObjectFile(ObjectFile &&) noexcept = default;
ObjectFile &ObjectFile::operator=(ObjectFile &&) noexcept = default;
ObjectFile::~ObjectFile() = default;

Expected<ObjectFile> ObjectFile::open(std::string_view bytes, const std::string &name, std::string_view debug_bytes,
                                      bool with_inlining) {
  if (bytes.size() > max_object_bytes)
    return Error{"the object has more than 1 GiB", {name, 0, 0}};
  if (const std::string wrong = malformation_of_elf(bytes); !wrong.empty())
    return Error{wrong, {name, 0, 0}};
  auto made = std::make_unique<State>();
  made->name = name;
  made->bytes = bytes;
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(made->bytes, made->name));
  if (!file)
    return Error{llvm::toString(file.takeError()), {name, 0, 0}};
  made->file = std::move(*file);
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(made->file.get());
  if (elf == nullptr)
    return Error{"not an ELF file", {name, 0, 0}};
  const std::optional<Isa> isa = isa_of(*elf);
  if (!isa)
    return Error{"machine code for a CPU that is not supported (x86-64, AArch64 and 64-bit RISC-V are)", {name, 0, 0}};
  made->target = &llvm_target(*isa);
  made->is_relocatable = elf->isRelocatableObject();
  const DebugFile debug_file(debug_bytes);
  const llvm::object::ELFObjectFileBase *debug = debug_file.elf();
  if (debug != nullptr && (debug->getArch() != elf->getArch() || debug->isRelocatableObject() != made->is_relocatable))
    debug = nullptr;
  made->sections = code_sections(*elf);
  if (debug != nullptr)
    add_symbols(*debug, made->sections);
  if (made->sections.empty() && has_intermediate_code(*elf))
    return Error{"this is an object for link-time optimisation (-flto), which holds GCC's intermediate code only: " +
                     std::string(what_to_do_with_lto) + "-ffat-lto-objects or without -flto",
                 {name, 0, 0}};
  if (made->sections.empty())
    made->why_empty = why_there_is_no_code(*elf);
  made->section_index = std::make_unique<const CodeSectionIndex>(made->sections, made->is_relocatable);
  if (const auto subtarget = made->target->reader(""); subtarget)
    made->stubs = stub_names(*elf, **subtarget);
  made->ranges = code_ranges(made->sections, unwinding_ranges(*elf));
  made->lines = std::make_unique<const LineTable>(*elf);
  const llvm::object::ELFObjectFileBase *lines_are_of = elf;
  if (made->lines->is_empty() && debug != nullptr) {
    lines_are_of = debug;
    made->lines = std::make_unique<const LineTable>(*debug);
  }
  if (with_inlining)
    made->inlined = InlineSites(*lines_are_of, *made->lines);
  return ObjectFile(std::move(made));
}

Isa ObjectFile::isa() const { return state_->target->isa; }
const std::string &ObjectFile::name() const { return state_->name; }
std::size_t ObjectFile::range_count() const { return state_->ranges.size(); }
std::size_t ObjectFile::range_bytes(std::size_t range) const {
  return static_cast<std::size_t>(state_->ranges[range].end - state_->ranges[range].begin);
}

const std::vector<LineFile> &ObjectFile::source_files() const { return state_->lines->files(); }

} // namespace osaca
