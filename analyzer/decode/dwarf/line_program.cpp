#include "decode/dwarf/dwarf_tables.h"

#include "base/source_location.h"
#include "decode/image/line_table.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

namespace osaca {
namespace {

namespace dwarf = llvm::dwarf;

// Far more than any compiler writes. Hostile tables must not exhaust the memory.
constexpr std::size_t max_rows = 8'000'000;
constexpr std::uint64_t max_entries = 1'000'000;
constexpr int max_tables = 1'000'000;
constexpr std::uint64_t md5_bytes = 16;

struct EntryFormat {
  std::uint64_t content = 0;
  std::uint64_t form = 0;
};

struct Entry {
  std::string path;
  std::uint64_t folder = 0;
  std::string md5 = {}; ///< of the file's bytes; empty: unknown
};

/// One table: its header, then its program.
class Table {
public:
  /// `whole` is the section up to the end of this table. The table begins at `begin`, and its header continues at `at`,
  /// after its length.
  Table(const LineSections &sections, llvm::StringRef whole, std::uint64_t begin, std::uint64_t at, bool is_64_bit,
        LineFiles &names, LineRows &made, std::size_t &rows_left)
      : sections_(sections), data_(whole, true, 8), begin_(begin), at_(at), size_(whole.size()),
        offset_bytes_(is_64_bit ? 8 : 4), names_(names), made_(made), rows_left_(rows_left) {}

  void read() {
    if (read_header()) {
      run();
      made_.files_of_tables.emplace(begin_, std::move(file_indices_));
    }
    llvm::consumeError(at_.takeError());
  }

private:
  using Cursor = llvm::DataExtractor::Cursor;

  bool read_header() {
    version_ = data_.getU16(at_);
    if (version_ < 2 || version_ > 5)
      return false;
    if (version_ == 5)
      data_.skip(at_, 2); // sizes of an address and of a segment selector
    const std::uint64_t header_bytes = data_.getUnsigned(at_, offset_bytes_);
    if (!at_ || header_bytes > size_ - at_.tell())
      return false;
    const std::uint64_t program = at_.tell() + header_bytes;
    min_instruction_bytes_ = data_.getU8(at_);
    if (version_ >= 4)
      data_.skip(at_, 1); // operations per instruction on VLIW machines
    data_.skip(at_, 1);   // whether rows begin statements by default
    line_base_ = static_cast<std::int8_t>(data_.getU8(at_));
    line_range_ = data_.getU8(at_);
    opcode_base_ = data_.getU8(at_);
    for (unsigned i = 1; i < opcode_base_; ++i)
      operand_counts_.push_back(data_.getU8(at_));
    const bool named = version_ == 5 ? read_entries() : read_old_entries();
    if (!at_ || !named)
      return false;
    at_.seek(program);
    return true;
  }

  bool read_entries() {
    const auto folders = read_entry_list();
    const auto files = folders ? read_entry_list() : std::nullopt;
    if (!files)
      return false;
    for (const Entry &file : *files)
      add_file(file, *folders);
    return true;
  }

  std::optional<std::vector<Entry>> read_entry_list() {
    std::vector<EntryFormat> formats(data_.getU8(at_));
    for (EntryFormat &format : formats)
      format = {data_.getULEB128(at_), data_.getULEB128(at_)};
    const std::uint64_t count = data_.getULEB128(at_);
    if (!at_ || count > max_entries || (formats.empty() && count > 0))
      return std::nullopt;
    std::vector<Entry> entries;
    for (std::uint64_t i = 0; i < count && at_; ++i) {
      Entry &entry = entries.emplace_back();
      for (const EntryFormat &format : formats)
        if (!read_field(format, entry))
          return std::nullopt;
    }
    return entries;
  }

  bool read_field(const EntryFormat &format, Entry &entry) {
    std::string text;
    std::uint64_t number = 0;
    switch (format.form) {
    case dwarf::DW_FORM_string: text = data_.getCStrRef(at_).str(); break;
    case dwarf::DW_FORM_line_strp: text = string_of(sections_.line_strings); break;
    case dwarf::DW_FORM_strp: text = string_of(sections_.strings); break;
    case dwarf::DW_FORM_udata: number = data_.getULEB128(at_); break;
    case dwarf::DW_FORM_data1: number = data_.getU8(at_); break;
    case dwarf::DW_FORM_data2: number = data_.getU16(at_); break;
    case dwarf::DW_FORM_data4: number = data_.getU32(at_); break;
    case dwarf::DW_FORM_data8: number = data_.getU64(at_); break;
    case dwarf::DW_FORM_data16: text = data_.getBytes(at_, md5_bytes).str(); break;
    default: return false;
    }
    if (format.content == dwarf::DW_LNCT_path)
      entry.path = std::move(text);
    else if (format.content == dwarf::DW_LNCT_directory_index)
      entry.folder = number;
    else if (format.content == dwarf::DW_LNCT_MD5)
      entry.md5 = std::move(text);
    return static_cast<bool>(at_);
  }

  std::string string_of(llvm::StringRef strings) {
    const std::uint64_t place = at_.tell();
    const std::uint64_t raw = data_.getUnsigned(at_, offset_bytes_);
    if (!at_)
      return {};
    const std::uint64_t begin = sections_.relocate(place, raw).value;
    if (begin >= strings.size())
      return {};
    return strings.substr(begin, longest_path_bytes + 1).take_until([](char c) { return c == '\0'; }).str();
  }

  /// Versions before 5: lists that end with an empty name and are counted from 1. Folder 0 is the working folder of the
  /// compiler.
  bool read_old_entries() {
    std::vector<Entry> folders(1);
    for (llvm::StringRef name = data_.getCStrRef(at_); at_ && !name.empty(); name = data_.getCStrRef(at_))
      folders.push_back({name.str(), 0});
    add_file({}, {});
    for (llvm::StringRef name = data_.getCStrRef(at_); at_ && !name.empty(); name = data_.getCStrRef(at_))
      add_file(read_old_file(name), folders);
    return true;
  }

  Entry read_old_file(llvm::StringRef name) {
    Entry file{name.str(), data_.getULEB128(at_)};
    data_.getULEB128(at_); // time
    data_.getULEB128(at_); // length
    return file;
  }

  /// Names are stored as they were passed to the compiler. A relative name starts at its working folder (entry 0).
  void add_file(const Entry &file, const std::vector<Entry> &folders) {
    const bool in_folder = file.folder > 0 && file.folder < folders.size() && !is_absolute_anywhere(file.path);
    const std::string_view working_folder = folders.empty() ? std::string_view() : folders.front().path;
    file_indices_.push_back(names_.number_of(in_folder ? std::string_view(folders[file.folder].path) : "", file.path,
                                             working_folder, file.md5));
  }

  void run() {
    reset();
    while (at_ && at_.tell() < size_ && rows_left_ > 0) {
      const std::uint8_t opcode = data_.getU8(at_);
      if (opcode == 0)
        run_extended();
      else if (opcode < opcode_base_)
        run_standard(opcode);
      else
        run_special(opcode);
    }
  }

  void reset() {
    row_ = {0, 1, 1, 0};
    sequence_ = {};
  }

  void add_row() {
    LineRow row = row_;
    row.file = row.file < file_indices_.size() ? file_indices_[row.file] : 0;
    if (row_.file >= file_indices_.size())
      row.line = 0;
    sequence_.rows.push_back(row);
    --rows_left_;
  }

  void run_special(std::uint8_t opcode) {
    advance_by_special(opcode);
    if (line_range_ != 0)
      row_.line += static_cast<std::uint32_t>(line_base_ + (opcode - opcode_base_) % line_range_);
    add_row();
  }

  void advance_by_special(std::uint8_t opcode) {
    if (line_range_ != 0)
      row_.address +=
          std::uint64_t{min_instruction_bytes_} * static_cast<unsigned>((opcode - opcode_base_) / line_range_);
  }

  void run_standard(std::uint8_t opcode) {
    switch (opcode) {
    case dwarf::DW_LNS_copy: add_row(); break;
    case dwarf::DW_LNS_advance_pc: row_.address += min_instruction_bytes_ * data_.getULEB128(at_); break;
    case dwarf::DW_LNS_advance_line: row_.line += static_cast<std::uint32_t>(data_.getSLEB128(at_)); break;
    case dwarf::DW_LNS_set_file: row_.file = static_cast<std::uint32_t>(data_.getULEB128(at_)); break;
    case dwarf::DW_LNS_set_column: row_.column = static_cast<std::uint32_t>(data_.getULEB128(at_)); break;
    case dwarf::DW_LNS_const_add_pc: advance_by_special(255); break;
    case dwarf::DW_LNS_fixed_advance_pc: {
      const std::uint64_t place = at_.tell();
      const std::uint16_t raw = data_.getU16(at_);
      row_.address += static_cast<std::uint16_t>(sections_.relocate(place, raw).value);
      break;
    }
    default:
      for (unsigned i = 0; i < operand_counts_[opcode - 1U] && at_; ++i)
        data_.getULEB128(at_);
    }
  }

  void run_extended() {
    const std::uint64_t bytes = data_.getULEB128(at_);
    if (!at_ || bytes == 0 || bytes > size_ - at_.tell())
      return;
    const std::uint64_t end = at_.tell() + bytes;
    const std::uint8_t opcode = data_.getU8(at_);
    if (opcode == dwarf::DW_LNE_end_sequence) {
      add_row();
      made_.sequences.push_back(std::move(sequence_));
      reset();
    } else if (opcode == dwarf::DW_LNE_set_address && bytes == 9) {
      const std::uint64_t place = at_.tell();
      const Relocated target = sections_.relocate(place, data_.getU64(at_));
      row_.address = target.value;
      sequence_.section = target.section;
    }
    if (at_)
      at_.seek(end);
  }

  const LineSections &sections_;
  llvm::DataExtractor data_;
  std::uint64_t begin_;
  Cursor at_;
  std::uint64_t size_;
  std::uint32_t offset_bytes_;
  LineFiles &names_;
  LineRows &made_;
  std::size_t &rows_left_;

  std::uint16_t version_ = 0;
  std::uint8_t min_instruction_bytes_ = 1;
  std::int8_t line_base_ = 0;
  std::uint8_t line_range_ = 1;
  std::uint8_t opcode_base_ = 1;
  std::vector<std::uint8_t> operand_counts_;
  std::vector<std::uint32_t> file_indices_; ///< maps the table's file numbers to those of all tables
  LineRow row_;
  LineSequence sequence_;
};

} // namespace

LineRows run_line_programs(const LineSections &sections) {
  LineRows made;
  LineFiles names;
  std::size_t rows_left = max_rows;
  const llvm::DataExtractor data(sections.lines, true, 8);
  std::uint64_t at = 0;
  for (int table = 0; table < max_tables && at < sections.lines.size() && rows_left > 0; ++table) {
    const std::uint64_t table_begin = at;
    llvm::DataExtractor::Cursor cursor(at);
    std::uint64_t bytes = data.getU32(cursor);
    const bool is_64_bit = bytes == dwarf::DW_LENGTH_DWARF64;
    if (is_64_bit)
      bytes = data.getU64(cursor);
    const std::uint64_t begin = cursor.tell();
    const bool bounded = static_cast<bool>(cursor) && bytes <= sections.lines.size() - begin;
    llvm::consumeError(cursor.takeError());
    if (!bounded)
      break;
    at = begin + bytes;
    Table(sections, sections.lines.take_front(at), table_begin, begin, is_64_bit, names, made, rows_left).read();
  }
  made.files = names.take();
  return made;
}

} // namespace osaca
