// The bytes of a debug section, unpacked where they are compressed.
#pragma once

#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <optional>

namespace osaca {

struct DebugSection {
  std::optional<llvm::object::SectionRef> section; ///< empty: there is none of that name
  llvm::StringRef bytes;
  llvm::SmallVector<std::uint8_t, 0> unpacked; ///< what `bytes` are in then
  bool is_refused = false;                     ///< said to become larger than any real section: not unpacked
};

/// `name` as it is without compression: ".debug_line". What is damaged is empty.
[[nodiscard]] DebugSection debug_section(const llvm::object::ELFObjectFileBase &file, llvm::StringRef name);

} // namespace osaca
