#include "decode/coff/exports.h"

#include "container/byte_ranges.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

/// A table of numbers in the image.
std::string_view table_at(std::string_view bytes, const CoffFile &file, std::uint64_t address,
                          std::uint64_t table_bytes) {
  return bytes_in(image_bytes(bytes, file, file.image_base + address), 0, table_bytes);
}

} // namespace

void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, WindowsNames &names_of_functions,
                 std::vector<CodeSection> &sections) {
  const auto directory = file.directory(CoffFile::exports);
  if (!directory)
    return;
  const std::string_view header = table_at(bytes, file, directory->address - file.image_base, 40);
  const std::uint64_t function_count = number_at<std::uint32_t>(header, 20);
  const std::uint64_t name_count = number_at<std::uint32_t>(header, 24);
  const std::string_view functions = table_at(bytes, file, number_at<std::uint32_t>(header, 28), function_count * 4);
  const std::string_view name_table = table_at(bytes, file, number_at<std::uint32_t>(header, 32), name_count * 4);
  const std::string_view ordinals = table_at(bytes, file, number_at<std::uint32_t>(header, 36), name_count * 2);
  const CodeSectionIndex index(sections, false);
  for (std::uint64_t n = 0; n * 4 < name_table.size() && n * 2 < ordinals.size(); ++n) {
    const std::uint64_t function = number_at<std::uint16_t>(ordinals, n * 2);
    if (function * 4 >= functions.size())
      continue;
    const std::uint64_t address = file.image_base + number_at<std::uint32_t>(functions, function * 4);
    const auto section = index.find({address, 0});
    if (!section) // data, or a function that another library has
      continue;
    const std::uint64_t name_at = file.image_base + number_at<std::uint32_t>(name_table, n * 4);
    if (std::string name = names.copy(text_at(image_bytes(bytes, file, name_at), 0)); !name.empty())
      sections[*section].add_symbol(address, names_of_functions.function(std::move(name), Symbol::Kind::function, 0));
  }
}

} // namespace osaca
