#include "decode/dwarf/dwarf_tables.h"

namespace osaca {
namespace {

namespace dwarf = llvm::dwarf;
using Cursor = llvm::DataExtractor::Cursor;

// In a hostile file, many units may each begin in the middle of the same long table.
constexpr std::size_t most_abbreviations = 20'000'000;
// Some forms have no bytes, so an entry of one byte could have millions of attributes. Compilers write a few dozen.
constexpr std::size_t most_attributes = 1000;

struct Abbreviation {
  struct Attribute {
    std::uint64_t name = 0;
    std::uint64_t form = 0;
    std::int64_t implicit = 0;
  };
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Attribute> attributes;
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

class AbbreviationTables {
public:
  explicit AbbreviationTables(llvm::StringRef bytes) : data_(bytes, true, 8) {}

  const Abbreviations &at(std::uint64_t offset) {
    const auto [known, is_new] = tables_.try_emplace(offset);
    if (is_new && offset < data_.size())
      read(offset, known->second);
    return known->second;
  }

private:
  void read(std::uint64_t offset, Abbreviations &table) {
    Cursor cursor(offset);
    while (cursor && left_ > 0) {
      const std::uint64_t code = data_.getULEB128(cursor);
      if (!cursor || code == 0)
        break;
      Abbreviation made;
      made.tag = data_.getULEB128(cursor);
      made.has_children = data_.getU8(cursor) != 0;
      while (cursor && left_ > 0) {
        Abbreviation::Attribute attribute{data_.getULEB128(cursor), data_.getULEB128(cursor)};
        if (attribute.form == dwarf::DW_FORM_implicit_const)
          attribute.implicit = data_.getSLEB128(cursor);
        --left_;
        if (attribute.name == 0 && attribute.form == 0)
          break;
        made.attributes.push_back(attribute);
      }
      if (cursor && made.attributes.size() <= most_attributes)
        table.emplace(code, std::move(made));
    }
    llvm::consumeError(cursor.takeError());
  }

  llvm::DataExtractor data_;
  std::map<std::uint64_t, Abbreviations> tables_;
  std::size_t left_ = most_abbreviations;
};

class Unit {
public:
  Unit(llvm::StringRef whole, std::uint64_t at, bool is_64_bit) : data_(whole, true, 8), at_(at), size_(whole.size()) {
    unit_.is_64_bit = is_64_bit;
  }

  void read(AbbreviationTables &tables, const std::function<void(const DebugUnit &, const DebugEntry &)> &visit) {
    if (const std::optional<std::uint64_t> table = read_header())
      read_entries(tables.at(*table), visit);
    llvm::consumeError(at_.takeError());
  }

private:
  std::uint64_t offset() { return unit_.is_64_bit ? data_.getU64(at_) : data_.getU32(at_); }

  std::optional<std::uint64_t> read_header() {
    unit_.version = data_.getU16(at_);
    if (unit_.version < 2 || unit_.version > 5)
      return std::nullopt;
    const std::uint8_t type = unit_.version == 5 ? data_.getU8(at_) : std::uint8_t{dwarf::DW_UT_compile};
    const std::uint8_t address_bytes = unit_.version == 5 ? data_.getU8(at_) : std::uint8_t{8};
    const std::uint64_t table = offset();
    const std::uint8_t old_address_bytes = unit_.version < 5 ? data_.getU8(at_) : std::uint8_t{8};
    if (type != dwarf::DW_UT_compile && type != dwarf::DW_UT_partial) // others have no code, or it is elsewhere
      return std::nullopt;
    return at_ && address_bytes == 8 && old_address_bytes == 8 ? std::optional(table) : std::nullopt;
  }

  void read_entries(const Abbreviations &table,
                    const std::function<void(const DebugUnit &, const DebugEntry &)> &visit) {
    int depth = 0;
    while (at_ && at_.tell() < size_ && depth >= 0) {
      const std::uint64_t code = data_.getULEB128(at_);
      if (code == 0) {
        --depth;
        continue;
      }
      const auto abbreviation = table.find(code);
      if (!at_ || abbreviation == table.end())
        return;
      DebugEntry entry;
      entry.tag = static_cast<dwarf::Tag>(abbreviation->second.tag);
      entry.depth = depth;
      for (const Abbreviation::Attribute &attribute : abbreviation->second.attributes)
        if (!read_attribute(attribute, entry))
          return;
      if (!at_)
        return;
      visit(unit_, entry);
      depth += abbreviation->second.has_children ? 1 : 0;
      if (depth == 0) // only one entry of a unit has depth 0
        return;
    }
  }

  bool read_attribute(const Abbreviation::Attribute &attribute, DebugEntry &entry) {
    std::uint64_t form = attribute.form;
    if (form == dwarf::DW_FORM_indirect)
      form = data_.getULEB128(at_);
    const std::optional<std::uint64_t> value = read_value(form, attribute.implicit);
    if (!value)
      return false;
    const DebugNumber number{static_cast<dwarf::Form>(form), *value};
    switch (attribute.name) {
    case dwarf::DW_AT_low_pc: entry.low_pc = number; break;
    case dwarf::DW_AT_high_pc: entry.high_pc = number; break;
    case dwarf::DW_AT_ranges: entry.ranges = number; break;
    case dwarf::DW_AT_stmt_list: entry.line_table = number; break;
    case dwarf::DW_AT_addr_base:
    case dwarf::DW_AT_GNU_addr_base: entry.addresses = number; break;
    case dwarf::DW_AT_rnglists_base: entry.range_lists = number; break;
    case dwarf::DW_AT_call_file: entry.call_file = *value; break;
    case dwarf::DW_AT_call_line: entry.call_line = *value; break;
    case dwarf::DW_AT_call_column: entry.call_column = *value; break;
    default: break;
    }
    return true;
  }

  std::optional<std::uint64_t> skipped(std::uint64_t bytes) {
    if (!at_ || bytes > size_ - at_.tell())
      return std::nullopt;
    data_.skip(at_, bytes);
    return 0;
  }

  /// The value of an attribute; 0 for blocks and strings. Empty: the form is unknown, and so is its length.
  std::optional<std::uint64_t> read_value(std::uint64_t form, std::int64_t implicit) {
    switch (form) {
    case dwarf::DW_FORM_implicit_const: return static_cast<std::uint64_t>(implicit);
    case dwarf::DW_FORM_flag_present: return 1;
    case dwarf::DW_FORM_data1:
    case dwarf::DW_FORM_ref1:
    case dwarf::DW_FORM_flag:
    case dwarf::DW_FORM_strx1:
    case dwarf::DW_FORM_addrx1: return data_.getU8(at_);
    case dwarf::DW_FORM_data2:
    case dwarf::DW_FORM_ref2:
    case dwarf::DW_FORM_strx2:
    case dwarf::DW_FORM_addrx2: return data_.getU16(at_);
    case dwarf::DW_FORM_strx3:
    case dwarf::DW_FORM_addrx3: return data_.getU24(at_);
    case dwarf::DW_FORM_data4:
    case dwarf::DW_FORM_ref4:
    case dwarf::DW_FORM_strx4:
    case dwarf::DW_FORM_addrx4:
    case dwarf::DW_FORM_ref_sup4: return data_.getU32(at_);
    case dwarf::DW_FORM_addr:
    case dwarf::DW_FORM_data8:
    case dwarf::DW_FORM_ref8:
    case dwarf::DW_FORM_ref_sig8:
    case dwarf::DW_FORM_ref_sup8: return data_.getU64(at_);
    case dwarf::DW_FORM_data16: return skipped(16);
    case dwarf::DW_FORM_sdata: return static_cast<std::uint64_t>(data_.getSLEB128(at_));
    case dwarf::DW_FORM_udata:
    case dwarf::DW_FORM_ref_udata:
    case dwarf::DW_FORM_strx:
    case dwarf::DW_FORM_addrx:
    case dwarf::DW_FORM_loclistx:
    case dwarf::DW_FORM_rnglistx:
    case dwarf::DW_FORM_GNU_addr_index:
    case dwarf::DW_FORM_GNU_str_index: return data_.getULEB128(at_);
    case dwarf::DW_FORM_ref_addr: return unit_.version == 2 ? data_.getU64(at_) : offset();
    case dwarf::DW_FORM_sec_offset:
    case dwarf::DW_FORM_strp:
    case dwarf::DW_FORM_line_strp:
    case dwarf::DW_FORM_strp_sup:
    case dwarf::DW_FORM_GNU_ref_alt:
    case dwarf::DW_FORM_GNU_strp_alt: return offset();
    case dwarf::DW_FORM_string: (void)data_.getCStrRef(at_); return 0;
    case dwarf::DW_FORM_exprloc:
    case dwarf::DW_FORM_block: return skipped(data_.getULEB128(at_));
    case dwarf::DW_FORM_block1: return skipped(data_.getU8(at_));
    case dwarf::DW_FORM_block2: return skipped(data_.getU16(at_));
    case dwarf::DW_FORM_block4: return skipped(data_.getU32(at_));
    default: return std::nullopt;
    }
  }

  llvm::DataExtractor data_;
  Cursor at_;
  std::uint64_t size_;
  DebugUnit unit_;
};

} // namespace

void for_each_debug_entry(const DebugSections &sections,
                          const std::function<void(const DebugUnit &, const DebugEntry &)> &visit) {
  AbbreviationTables tables(sections.abbreviations);
  const llvm::DataExtractor data(sections.info, true, 8);
  for (std::uint64_t at = 0; at < sections.info.size();) {
    Cursor cursor(at);
    std::uint64_t bytes = data.getU32(cursor);
    const bool is_64_bit = bytes == dwarf::DW_LENGTH_DWARF64;
    if (is_64_bit)
      bytes = data.getU64(cursor);
    const std::uint64_t begin = cursor.tell();
    const bool bounded = static_cast<bool>(cursor) && bytes <= sections.info.size() - begin;
    llvm::consumeError(cursor.takeError());
    if (!bounded)
      return;
    at = begin + bytes;
    Unit(sections.info.take_front(at), begin, is_64_bit).read(tables, visit);
  }
}

} // namespace osaca
