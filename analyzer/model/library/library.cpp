#include "model/library/library.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "model/compiled/compiled_model.h"
#include "model/library/word_lines.h"
#include "model/model_summary.h"

#include <algorithm>
#include <cctype>

namespace osaca {

ModelLibrary::ModelLibrary(const std::vector<std::string_view> &blocks, const StoredLists &lists)
    : vector_lengths_(lists.vector_lengths), chips_(lists.chips) {
  shipped_models_.reserve(blocks.size());
  Expected<std::vector<ModelSummary>> all = read_summaries(lists.summaries);
  const bool are_known = all && all->size() == blocks.size();
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (are_known)
      shipped_models_.push_back({std::move((*all)[i]), blocks[i]});
    else if (Expected<ModelSummary> summary = read_compiled_summary(blocks[i]))
      shipped_models_.push_back({*std::move(summary), blocks[i]});
  for (std::string_view short_names = lists.short_names; !short_names.empty();) {
    std::string_view line = cut_at(short_names, '\n');
    const std::string_view name = next_word(line);
    const std::string_view compiler_cpu = next_word(line);
    if (!name.starts_with('#') && !compiler_cpu.empty())
      short_names_.push_back({std::string(name), std::string(compiler_cpu)});
  }
}

std::vector<ModelSummary> ModelLibrary::list() const {
  std::vector<ModelSummary> all;
  for (const ShippedModel &model : shipped_models_)
    all.push_back(model.summary);
  return all;
}

const ModelLibrary::ShippedModel *ModelLibrary::find(std::string_view name) const {
  for (const ShippedModel &model : shipped_models_)
    if (equal_in_any_case(model.summary.name, name))
      return &model;
  for (const ShippedModel &model : shipped_models_)
    for (const std::string &alias : model.summary.aliases)
      if (equal_in_any_case(alias, name))
        return &model;
  return nullptr;
}

std::string ModelLibrary::canonical_name(std::string_view name) const {
  const ShippedModel *model = find(name);
  return model ? model->summary.name : std::string();
}

std::string ModelLibrary::title_of(std::string_view name) const {
  const ShippedModel *model = find(name);
  return model ? model->summary.title : std::string();
}

Expected<MachineModel> ModelLibrary::load(std::string_view name) const {
  const ShippedModel *model = find(name);
  if (!model)
    return Error{format_text("there is no model '{}'{}", name.substr(0, 80), suggestion(name, names()))};
  OSACA_TRY(MachineModel::Data data, open_compiled_model(model->block));
  return MachineModel(std::move(data));
}

std::string ModelLibrary::compiler_name(std::string_view short_name) const {
  for (const ShortName &known : short_names_)
    if (equal_in_any_case(known.name, short_name))
      return known.compiler_cpu;
  return {};
}

std::vector<std::string> ModelLibrary::short_names_of(std::string_view compiler_cpu) const {
  std::vector<std::string> found;
  for (const ShortName &known : short_names_)
    if (known.compiler_cpu == compiler_cpu)
      found.push_back(known.name);
  return found;
}

ModelLibrary::Relative ModelLibrary::find_relative(std::string_view compiler_cpu) const {
  for (const ShippedModel &model : shipped_models_)
    for (const StandIn &stand_in : model.summary.stand_ins)
      if (stand_in.cpu == compiler_cpu)
        return {&model, &stand_in};
  return {};
}

std::string ModelLibrary::relative_of(std::string_view compiler_cpu) const {
  const Relative relative = find_relative(compiler_cpu);
  return relative.model ? relative.model->summary.name : std::string();
}

Expected<MachineModel> ModelLibrary::load_relative_of(std::string_view compiler_cpu) const {
  const Relative relative = find_relative(compiler_cpu);
  if (!relative.model)
    return Error{format_text("no model has figures for the CPU '{}'", compiler_cpu.substr(0, 80))};
  OSACA_TRY(MachineModel::Data data, open_compiled_model(relative.model->block));
  return model_of_relative(std::move(data), *relative.stand_in);
}

std::optional<VectorLength> ModelLibrary::vector_length_of(std::string_view compiler_cpu) const {
  VectorLength length;
  for (std::string_view text = vector_lengths_; !text.empty();) {
    std::string_view line = cut_at(text, '\n');
    const std::string_view first = next_word(line);
    if (first == "source")
      length.provenance = {Origin::compiler, std::string(line)};
    const auto bits = parse_number<decltype(length.bits)>(first);
    if (!bits)
      continue;
    length.bits = *bits;
    while (!line.empty())
      if (next_word(line) == compiler_cpu)
        return length;
  }
  return std::nullopt;
}

std::vector<std::string> ModelLibrary::names() const {
  std::vector<std::string> all;
  for (const ShippedModel &model : shipped_models_) {
    all.push_back(model.summary.name);
    all.insert(all.end(), model.summary.aliases.begin(), model.summary.aliases.end());
  }
  for (const ShortName &known : short_names_)
    all.push_back(known.name);
  for (const Chip &chip : chips_.chips())
    all.insert(all.end(), chip.names.begin(), chip.names.end());
  return all;
}

} // namespace osaca
