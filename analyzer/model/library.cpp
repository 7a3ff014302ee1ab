#include "model/library.h"

#include "base/suggest.h"
#include "model/compiled_model.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

} // namespace

ModelLibrary::ModelLibrary(const std::vector<std::string_view> &blocks) {
  for (const std::string_view block : blocks)
    if (Expected<ModelSummary> summary = read_compiled_summary(block))
      shelves_.push_back({*std::move(summary), block});
}

std::vector<ModelSummary> ModelLibrary::list() const {
  std::vector<ModelSummary> all;
  for (const Shelf &shelf : shelves_)
    all.push_back(shelf.summary);
  return all;
}

const ModelLibrary::Shelf *ModelLibrary::find(std::string_view name) const {
  for (const Shelf &shelf : shelves_)
    if (same_name(shelf.summary.name, name))
      return &shelf;
  for (const Shelf &shelf : shelves_)
    for (const std::string &alias : shelf.summary.aliases)
      if (same_name(alias, name))
        return &shelf;
  return nullptr;
}

std::string ModelLibrary::canonical_name(std::string_view name) const {
  const Shelf *shelf = find(name);
  return shelf ? shelf->summary.name : std::string();
}

Expected<MachineModel> ModelLibrary::load(std::string_view name) const {
  const Shelf *shelf = find(name);
  if (!shelf)
    return Error{"there is no model '" + std::string(name.substr(0, 80)) + "'" + suggestion(name, names())};
  Expected<MachineModel::Data> data = open_compiled_model(shelf->block);
  if (!data)
    return data.error();
  return MachineModel(*std::move(data));
}

std::vector<std::string> ModelLibrary::names() const {
  std::vector<std::string> all;
  for (const Shelf &shelf : shelves_) {
    all.push_back(shelf.summary.name);
    all.insert(all.end(), shelf.summary.aliases.begin(), shelf.summary.aliases.end());
  }
  return all;
}

} // namespace osaca
