#include "decode/codeview/program_database.h"

#include "container/byte_ranges.h"
#include "container/msf.h"
#include "decode/codeview/codeview_lines.h"
#include "decode/image/code_section.h"

#include <optional>
#include <utility>

namespace osaca {
namespace {

constexpr std::size_t stream_about_itself = 1;
constexpr std::size_t stream_of_modules = 3;
constexpr std::size_t most_functions = 8'000'000;

/// The number of the stream with a name. The stream about the database itself has, after its header, a table of names:
/// one text, and a hash table from offsets in this text to stream numbers.
std::optional<std::size_t> stream_called(std::string_view about, std::string_view name) {
  constexpr std::uint64_t header_bytes = 28;
  const std::uint64_t text_bytes = number_at<std::uint32_t>(about, header_bytes);
  const std::string_view texts = bytes_in(about, header_bytes + 4, text_bytes);
  const std::uint64_t table = header_bytes + 4 + text_bytes;
  const std::uint64_t count = number_at<std::uint32_t>(about, table);
  std::uint64_t at = table + 8;
  for (int bit_vector = 0; bit_vector < 2;
       ++bit_vector) // which slots of the hash table are used, and which were deleted
    at += 4 + std::uint64_t{number_at<std::uint32_t>(about, at)} * 4;
  for (std::uint64_t entry = 0; entry < count && at + 8 <= about.size(); ++entry, at += 8)
    if (text_at(texts, number_at<std::uint32_t>(about, at)) == name)
      return number_at<std::uint32_t>(about, at + 4);
  return std::nullopt;
}

/// One object that was linked in.
struct DatabaseModule {
  std::size_t stream = 0;
  std::uint64_t symbol_bytes = 0;
  std::uint64_t old_line_bytes = 0;
  std::uint64_t line_bytes = 0;
};

struct ModuleList {
  std::vector<DatabaseModule> modules;
  std::size_t symbol_stream = 0; ///< the stream with the symbols that are visible to all modules
};

ModuleList modules_of(std::string_view stream) {
  constexpr std::uint64_t header_bytes = 64, record_bytes = 64;
  constexpr std::size_t no_stream = 0xffff;
  ModuleList made;
  made.symbol_stream = number_at<std::uint16_t>(stream, 20);
  const std::string_view list = bytes_in(stream, header_bytes, number_at<std::uint32_t>(stream, 24));
  for (std::uint64_t at = 0; at + record_bytes <= list.size();) {
    DatabaseModule module;
    module.stream = number_at<std::uint16_t>(list, at + 34);
    module.symbol_bytes = number_at<std::uint32_t>(list, at + 36);
    module.old_line_bytes = number_at<std::uint32_t>(list, at + 40);
    module.line_bytes = number_at<std::uint32_t>(list, at + 44);
    at += record_bytes;
    for (int name = 0; name < 2; ++name) // of the module, then of its object
      at = std::min<std::uint64_t>(list.find('\0', std::min<std::uint64_t>(at, list.size())), list.size()) + 1;
    at = (at + 3) / 4 * 4;
    if (module.stream != no_stream)
      made.modules.push_back(module);
  }
  return made;
}

class DatabaseReader {
public:
  DatabaseReader(MsfFile &msf, const CoffFile &program) : msf_(msf), program_(program) {}

  ProgramDatabase read() {
    const std::string about = msf_.stream(stream_about_itself);
    if (const auto number = stream_called(about, "/names"))
      read_file_names(msf_.stream(*number));
    const std::string modules = msf_.stream(stream_of_modules);
    const ModuleList list = modules_of(modules);
    read_symbols(msf_.stream(list.symbol_stream), 0);
    for (const DatabaseModule &module : list.modules)
      read_module(msf_.stream(module.stream), module);
    made_.lines.files = files_.take();
    return std::move(made_);
  }

private:
  void read_file_names(std::string stream) {
    constexpr std::uint64_t header_bytes = 12;
    constexpr std::uint32_t magic = 0xeffeeffe;
    if (number_at<std::uint32_t>(stream, 0) == magic)
      file_names_ = std::string(bytes_in(stream, header_bytes, number_at<std::uint32_t>(stream, 8)));
  }

  void read_module(const std::string &stream, const DatabaseModule &module) {
    constexpr std::uint64_t signature_bytes = 4;
    read_symbols(bytes_in(stream, 0, module.symbol_bytes), signature_bytes);
    CodeViewUnit unit{
        {bytes_in(stream, module.symbol_bytes + module.old_line_bytes, module.line_bytes)}, file_names_, {}};
    if (module.symbol_bytes > signature_bytes)
      unit.symbols = bytes_in(stream, signature_bytes, module.symbol_bytes - signature_bytes);
    const auto locate = [&](std::size_t, std::uint64_t, std::uint32_t offset, std::uint16_t segment) {
      const auto address = address_of(segment, offset);
      return address ? std::optional(CodeAddress{*address, 0}) : std::nullopt;
    };
    add_codeview_lines(unit, locate, files_, made_.lines.sequences);
  }

  [[nodiscard]] std::optional<std::uint64_t> address_of(std::uint16_t segment, std::uint32_t offset) const {
    if (segment == 0 || segment > program_.sections.size())
      return std::nullopt;
    return program_.sections[segment - 1U].address + offset;
  }

  void read_symbols(std::string_view stream, std::uint64_t at) {
    constexpr std::uint16_t public_symbol = 0x110e, local_function = 0x110f, global_function = 0x1110;
    constexpr std::uint16_t local_function_by_id = 0x1146, global_function_by_id = 0x1147;
    while (at + 4 <= stream.size()) {
      const std::uint64_t size = number_at<std::uint16_t>(stream, at);
      const std::string_view record = bytes_in(stream, at + 2, size);
      if (record.size() < 2)
        return;
      const std::uint16_t kind = number_at<std::uint16_t>(record, 0);
      if (kind == public_symbol && (number_at<std::uint32_t>(record, 2) & 2U) != 0)
        add(number_at<std::uint16_t>(record, 10), number_at<std::uint32_t>(record, 6), 0, text_at(record, 12));
      else if (kind == local_function || kind == global_function || kind == local_function_by_id ||
               kind == global_function_by_id)
        add(number_at<std::uint16_t>(record, 34), number_at<std::uint32_t>(record, 30),
            number_at<std::uint32_t>(record, 14), text_at(record, 37));
      at += 2 + size;
    }
  }

  void add(std::uint16_t segment, std::uint32_t offset, std::uint64_t size_bytes, std::string_view name) {
    const auto address = address_of(segment, offset);
    if (!address || made_.functions.size() >= most_functions)
      return;
    if (std::string copied = names_.copy(name); !copied.empty())
      made_.functions.push_back({*address, size_bytes, std::move(copied)});
  }

  MsfFile &msf_;
  const CoffFile &program_;
  std::string file_names_;
  LineFiles files_;
  NameBudget names_;
  ProgramDatabase made_;
};

} // namespace

ProgramDatabase read_program_database(std::string_view bytes, const CoffFile &program) {
  const BytesAtHand file(bytes);
  Expected<MsfFile> opened = MsfFile::open(file);
  if (!opened)
    return {};
  MsfFile msf = *std::move(opened);
  return DatabaseReader(msf, program).read();
}

} // namespace osaca
