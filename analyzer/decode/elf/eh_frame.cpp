#include "decode/elf/eh_frame.h"

#include "decode/elf/value_or_nothing.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace osaca {
namespace {

namespace dwarf = llvm::dwarf;
using Cursor = llvm::DataExtractor::Cursor;

constexpr std::size_t max_ranges = 4'000'000;

class Reader {
public:
  Reader(llvm::StringRef bytes, std::uint64_t address) : data_(bytes, true, 8), address_(address) {}

  void read(std::vector<AddressRange> &ranges) {
    for (std::uint64_t at = 0; at < data_.size() && ranges.size() < max_ranges;) {
      const std::optional<Record> record = record_at(at);
      if (!record)
        return;
      at = record->end;
      if (record->cie != 0) // points back; 0 says that this is one of those that are pointed to
        if (const auto range = range_of(*record))
          ranges.push_back(*range);
    }
  }

private:
  struct Record {
    std::uint64_t id_at = 0; ///< of the field behind the length
    std::uint64_t content = 0;
    std::uint64_t end = 0;
    std::uint64_t cie = 0;
  };

  /// Empty: the end of the table.
  [[nodiscard]] std::optional<Record> record_at(std::uint64_t at) const {
    Cursor cursor(at);
    std::uint64_t bytes = data_.getU32(cursor);
    if (bytes == dwarf::DW_LENGTH_DWARF64)
      bytes = data_.getU64(cursor);
    Record record;
    record.id_at = cursor.tell();
    record.cie = data_.getU32(cursor);
    record.content = cursor.tell();
    record.end = record.id_at + bytes;
    const bool good = !llvm::errorToBool(cursor.takeError()) && bytes >= 4 && bytes <= data_.size() - record.id_at;
    return good ? std::optional(record) : std::nullopt;
  }

  [[nodiscard]] std::optional<AddressRange> range_of(const Record &record) {
    if (record.cie > record.id_at)
      return std::nullopt;
    const std::uint8_t encoding = encoding_of(record.id_at - record.cie);
    const unsigned bytes = size_of(encoding);
    const std::uint8_t applied_to = encoding & 0x70U;
    if (bytes == 0 || (applied_to != dwarf::DW_EH_PE_absptr && applied_to != dwarf::DW_EH_PE_pcrel))
      return std::nullopt;
    Cursor cursor(record.content);
    const std::uint64_t place = address_ + record.content;
    std::uint64_t begin = data_.getUnsigned(cursor, bytes);
    const std::uint64_t length = data_.getUnsigned(cursor, bytes);
    if (llvm::errorToBool(cursor.takeError()) || length == 0)
      return std::nullopt;
    if ((encoding & 0x08U) != 0 && bytes == 4)
      begin = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(begin)));
    if (applied_to == dwarf::DW_EH_PE_pcrel)
      begin += place;
    if (begin + length < begin)
      return std::nullopt;
    return AddressRange{begin, begin + length};
  }

  static unsigned size_of(std::uint8_t encoding) {
    switch (encoding & 0x07U) {
    case dwarf::DW_EH_PE_absptr:
    case dwarf::DW_EH_PE_udata8: return 8;
    case dwarf::DW_EH_PE_udata4: return 4;
    default: return 0;
    }
  }

  /// How the common record at `at` says that addresses are written; one that no reader knows if it cannot be read.
  std::uint8_t encoding_of(std::uint64_t at) {
    const auto known = encodings_.find(at);
    return known != encodings_.end() ? known->second : encodings_.emplace(at, read_encoding(at)).first->second;
  }

  [[nodiscard]] std::uint8_t read_encoding(std::uint64_t at) const {
    const std::optional<Record> record = record_at(at);
    if (!record || record->cie != 0)
      return dwarf::DW_EH_PE_omit;
    Cursor cursor(record->content);
    const std::uint8_t version = data_.getU8(cursor);
    const llvm::StringRef augmentation = data_.getCStrRef(cursor);
    data_.getULEB128(cursor); // code alignment
    data_.getSLEB128(cursor); // data alignment
    if (version == 1)
      data_.getU8(cursor); // return address register
    else
      data_.getULEB128(cursor);
    std::uint8_t encoding = augmentation.empty() ? dwarf::DW_EH_PE_absptr : dwarf::DW_EH_PE_omit;
    if (augmentation.starts_with("z")) {
      data_.getULEB128(cursor);
      encoding = dwarf::DW_EH_PE_absptr;
      for (const char c : augmentation.drop_front())
        if (c == 'R')
          encoding = data_.getU8(cursor);
        else if (c == 'L')
          data_.getU8(cursor);
        else if (c == 'P')
          data_.skip(cursor, size_of(data_.getU8(cursor)));
        else if (c != 'S' && c != 'B')
          break;
    }
    return llvm::errorToBool(cursor.takeError()) ? std::uint8_t{dwarf::DW_EH_PE_omit} : encoding;
  }

  llvm::DataExtractor data_;
  std::uint64_t address_;
  std::unordered_map<std::uint64_t, std::uint8_t> encodings_; ///< by place of the common record
};

} // namespace

std::vector<AddressRange> unwinding_ranges(const llvm::object::ELFObjectFileBase &file) {
  std::vector<AddressRange> ranges;
  if (file.isRelocatableObject())
    return ranges;
  for (const llvm::object::SectionRef &section : file.sections()) {
    const auto name = value_or_nothing(section.getName());
    if (!name || *name != ".eh_frame" || section.isVirtual())
      continue;
    if (const auto bytes = value_or_nothing(section.getContents()))
      Reader(*bytes, section.getAddress()).read(ranges);
  }
  std::ranges::stable_sort(ranges, [](const AddressRange &a, const AddressRange &b) { return a.begin < b.begin; });
  return ranges;
}

} // namespace osaca
