#include "decode/coff/exports.h"

#include "container/byte_ranges.h"
#include "decode/coff/windows_names.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

/// A table of numbers in the image.
std::string_view table_at(std::string_view bytes, const CoffFile &file, std::uint64_t address,
                          std::uint64_t table_bytes) {
  const auto place = file.place_of(file.image_base + address);
  return place && table_bytes <= place->size_bytes ? bytes_in(bytes, place->offset, table_bytes) : std::string_view();
}

} // namespace

void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, std::vector<CodeSection> &sections) {
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
    const auto name_place = file.place_of(file.image_base + number_at<std::uint32_t>(name_table, n * 4));
    if (!section || !name_place) // data, or a function that another library has
      continue;
    if (std::string name = names.copy(text_at(bytes, name_place->offset)); !name.empty())
      sections[*section].add_symbol(address, windows_function(std::move(name), Symbol::Kind::function, 0));
  }
}

} // namespace osaca
