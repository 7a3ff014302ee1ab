#include "decode/elf/elf_image.h"
#include "decode/elf/elf_code.h"

#include "decode/dwarf/dwarf_tables.h"
#include "decode/image/object_image.h"
#include "decode/llvm/target.h"
#include "decode/screen/elf_check.h"

#include <llvm/Object/Decompressor.h>
#include <llvm/Object/RelocationResolver.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Endian.h>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

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

/// GCC's objects for link-time optimisation contain only its intermediate code.
bool has_intermediate_code(const llvm::object::ELFObjectFileBase &file) {
  for (const llvm::object::SectionRef &section : file.sections())
    if (const auto name = to_optional(section.getName());
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

/// A separate file with the debug information of another one.
class DebugFile {
public:
  explicit DebugFile(std::string_view bytes) : bytes_(bytes) {
    if (bytes_.empty() || !malformation_of_elf(bytes_).empty())
      return;
    file_ = to_optional(llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes_, "")));
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

namespace {

/// .debug_line as the linker would write it. RISC-V has two relocations at one place, one that adds and one that
/// subtracts.
class Relocations {
public:
  Relocations(const llvm::object::ELFObjectFileBase &file, const llvm::object::SectionRef &lines) : file_(file) {
    std::tie(is_supported_, resolve_) = llvm::object::getRelocationResolver(file);
    for (const llvm::object::SectionRef &table : file.sections())
      if (const auto target = to_optional(table.getRelocatedSection());
          target && *target != file.section_end() && **target == lines)
        for (const llvm::object::RelocationRef relocation : table.relocations())
          if (is_supported_ != nullptr && is_supported_(relocation.getType()))
            at_.emplace(relocation.getOffset(), relocation);
  }

  Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    Relocated made{raw, 0};
    const auto [first, last] = at_.equal_range(offset);
    for (auto entry = first; entry != last; ++entry) {
      const auto symbol = entry->second.getSymbol();
      if (symbol == file_.symbol_end())
        continue;
      const auto address = to_optional(symbol->getAddress());
      const auto section = to_optional(symbol->getSection());
      if (!address || !section || *section == file_.section_end())
        continue;
      made.section = (*section)->getIndex();
      made.value = llvm::object::resolveRelocation(resolve_, entry->second, *address, made.value);
    }
    return made;
  }

private:
  const llvm::object::ELFObjectFileBase &file_;
  llvm::object::SupportsRelocation is_supported_ = nullptr;
  llvm::object::RelocationResolver resolve_ = nullptr;
  std::multimap<std::uint64_t, llvm::object::RelocationRef> at_;
};

} // namespace

LineRows elf_lines(const llvm::object::ELFObjectFileBase &file) {
  const DebugSection lines = debug_section(file, ".debug_line");
  if (!lines.section)
    return {};
  const DebugSection line_strings = debug_section(file, ".debug_line_str");
  const DebugSection strings = debug_section(file, ".debug_str");
  if (lines.is_refused || line_strings.is_refused || strings.is_refused)
    return {.is_refused = true};
  std::optional<Relocations> relocations;
  if (file.isRelocatableObject())
    relocations.emplace(file, *lines.section);
  const auto relocate = [&](std::uint64_t offset, std::uint64_t raw) {
    return relocations ? relocations->apply(offset, raw) : Relocated{raw, 0};
  };
  return run_line_programs({lines.bytes, line_strings.bytes, strings.bytes, relocate});
}

InlineSites elf_inline_sites(const llvm::object::ELFObjectFileBase &file, const LineRows &lines) {
  const DebugSection info = debug_section(file, ".debug_info");
  const DebugSection abbreviations = debug_section(file, ".debug_abbrev");
  const DebugSection addresses = debug_section(file, ".debug_addr");
  const DebugSection ranges = debug_section(file, ".debug_ranges");
  const DebugSection range_lists = debug_section(file, ".debug_rnglists");
  return inlined_subroutines({info.bytes, abbreviations.bytes, addresses.bytes, ranges.bytes, range_lists.bytes},
                             lines);
}

namespace {

/// Whether the stated size is plausible. A few kilobytes can expand to many gigabytes. Real debug information shrinks
/// to a third or a tenth; small sections may be more repetitive.
bool is_believable(std::uint64_t packed_bytes, std::uint64_t unpacked_bytes) {
  constexpr std::uint64_t always_fine = 16ULL << 20U;
  constexpr std::uint64_t most_bytes = 1ULL << 30U;
  constexpr std::uint64_t greatest_ratio = 100;
  return unpacked_bytes <= always_fine ||
         (unpacked_bytes <= most_bytes && unpacked_bytes / greatest_ratio <= packed_bytes);
}

/// The older form of compression, in sections such as .zdebug_line: "ZLIB", the size, the compressed data.
void unpack_old(DebugSection &found, llvm::StringRef packed) {
  constexpr std::size_t header_bytes = 12;
  if (!packed.starts_with("ZLIB") || packed.size() < header_bytes || !llvm::compression::zlib::isAvailable())
    return;
  const std::uint64_t size = llvm::support::endian::read64be(packed.data() + 4);
  found.is_refused = !is_believable(packed.size(), size);
  if (found.is_refused)
    return;
  const llvm::StringRef stream = packed.drop_front(header_bytes);
  if (!llvm::errorToBool(llvm::compression::zlib::decompress(llvm::arrayRefFromStringRef(stream), found.unpacked,
                                                             static_cast<std::size_t>(size))))
    found.bytes = llvm::toStringRef(found.unpacked);
}

void unpack(DebugSection &found, llvm::StringRef name, llvm::StringRef packed) {
  auto unpacker = to_optional(llvm::object::Decompressor::create(name, packed, true, true));
  if (!unpacker)
    return;
  found.is_refused = !is_believable(packed.size(), unpacker->getDecompressedSize());
  if (!found.is_refused && !llvm::errorToBool(unpacker->resizeAndDecompress(found.unpacked)))
    found.bytes = llvm::toStringRef(found.unpacked);
}

} // namespace

DebugSection debug_section(const llvm::object::ELFObjectFileBase &file, llvm::StringRef name) {
  DebugSection found;
  const std::string old_name = ".z" + name.drop_front(1).str();
  for (const llvm::object::SectionRef &section : file.sections()) {
    const auto its_name = to_optional(section.getName());
    if (!its_name || (*its_name != name && *its_name != old_name))
      continue;
    const auto bytes = to_optional(section.getContents());
    if (!bytes)
      break;
    found.section = section;
    if (*its_name == old_name)
      unpack_old(found, *bytes);
    else if (section.isCompressed())
      unpack(found, name, *bytes);
    else
      found.bytes = *bytes;
    break;
  }
  return found;
}

} // namespace osaca
