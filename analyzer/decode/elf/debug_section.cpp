#include "decode/elf/debug_section.h"

#include "decode/elf/value_or_nothing.h"

#include <llvm/Object/Decompressor.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Endian.h>

namespace osaca {
namespace {

/// A few kilobytes can promise, and even become, many gigabytes. Real debug information shrinks to a third or a tenth;
/// small sections may repeat themselves more.
bool is_believable(std::uint64_t packed_bytes, std::uint64_t unpacked_bytes) {
  constexpr std::uint64_t always_fine = 16ULL << 20U;
  constexpr std::uint64_t most_bytes = 1ULL << 30U;
  constexpr std::uint64_t greatest_ratio = 100;
  return unpacked_bytes <= always_fine ||
         (unpacked_bytes <= most_bytes && unpacked_bytes / greatest_ratio <= packed_bytes);
}

/// The older way of compressing, in sections called .zdebug_line and so on: "ZLIB", the size, the stream.
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
  auto unpacker = value_or_nothing(llvm::object::Decompressor::create(name, packed, true, true));
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
    const auto its_name = value_or_nothing(section.getName());
    if (!its_name || (*its_name != name && *its_name != old_name))
      continue;
    const auto bytes = value_or_nothing(section.getContents());
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
