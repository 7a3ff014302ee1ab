#include "base/format.h"
#include "base/name_matching.h"
#include "model/fields/model_fields.h"
#include "model/read/yaml_pass.h"

#include <algorithm>
#include <map>
#include <utility>

namespace osaca {

// The `vector_forms:` part of a model.

namespace {

constexpr std::size_t max_vector_forms = 20'000;

/// The figures where the code does not show `vtype`: those of SEW 32 and LMUL 1, or else the first.
const VectorFigures &usual_figures(const std::vector<VectorFigures> &figures) {
  constexpr int one_register = 0;
  constexpr int log_of_32_bits = 5;
  const auto found = std::ranges::find_if(figures, [](const VectorFigures &one) {
    return !one.masked && one.types.contains(one_register, log_of_32_bits);
  });
  return found == figures.end() ? figures.front() : *found;
}

/// Gives forms their figures by `vtype`. Forms that have no entry get one.
class VectorFormCollector {
public:
  VectorFormCollector(MachineModel::Data &data, ReadContext &context) : data_(data), context_(context) {
    if (data.base)
      base_.emplace(*data.base);
    for (FormEntry &entry : data.forms)
      entries_.emplace(entry.opcode, entry);
  }

  void add(const YamlNode &name, const fields::VectorForm &form) {
    if (is_glob(name.text)) {
      context_.problems.add(name, format_text("'{}': 'vector_forms' has no globs", name.text.substr(0, 40)));
      return;
    }
    context_.check_pattern(name);
    const auto [line, is_new] = line_of_.emplace(name.text, name.line);
    if (!is_new)
      context_.problems.add(name, format_text("opcode '{}' is listed twice in 'vector_forms'; the first entry is in "
                                              "line {}",
                                              name.text, line->second));
    else if (line_of_.size() > max_vector_forms)
      context_.problems.add(name, format_text("too many vector forms; the limit is {}", max_vector_forms));
    else if (!form.figures.empty())
      set_figures(name, form);
  }

  /// All entries, sorted by opcode.
  std::vector<FormEntry> finish() {
    std::vector<FormEntry> made;
    for (auto &[opcode, entry] : entries_)
      made.push_back(std::move(entry));
    return made;
  }

private:
  void set_figures(const YamlNode &name, const fields::VectorForm &form) {
    auto found = entries_.find(name.text);
    if (found == entries_.end())
      found = entries_.emplace(name.text, inherited_entry(name.text)).first;
    FormEntry &entry = found->second;
    entry.vector_figures = form.figures;
    for (VectorFigures &figures : entry.vector_figures)
      figures.provenance = form.provenance;
    if (!entry.opcode.empty())
      return;
    entry.opcode = name.text;
    entry.complete = true;
    const VectorFigures &usual = usual_figures(form.figures);
    entry.cost.demands = usual.demands;
    entry.cost.latency_cycles = usual.latency_cycles;
    entry.cost.provenance = form.provenance;
    const bool lacks_latency = std::ranges::any_of(
        form.figures, [](const VectorFigures &figures) { return figures.latency_cycles.is_zero(); });
    if (lacks_latency)
      context_.problems.add(name, format_text("'latency' is missing: 'forms' does not list {}", name.text));
  }

  /// The entry of a glob or of the extended model. Its opcode is empty if there is none.
  [[nodiscard]] FormEntry inherited_entry(const std::string &opcode) const {
    for (const FormEntry &pattern : data_.patterns)
      if (glob_matches(pattern.opcode, opcode)) {
        FormEntry entry = pattern;
        entry.opcode = opcode;
        return entry;
      }
    return base_ ? base_->find(opcode).value_or(FormEntry()) : FormEntry();
  }

  MachineModel::Data &data_;
  ReadContext &context_;
  std::optional<MachineModel> base_;
  std::map<std::string, FormEntry> entries_;
  std::map<std::string, int> line_of_;
};

} // namespace

void read_vector_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context) {
  VectorFormCollector collector(data, context);
  const auto read = [&](Fields &fields) {
    fields::VectorForm form;
    fields::YamlPass pass(fields, data.core.ports, context);
    describe(pass, form);
    return form;
  };
  read_matching_entries(node, "vector_forms", "a vector form", context, read,
                        [&](const YamlNode &name, const fields::VectorForm &form) { collector.add(name, form); });
  data.forms = collector.finish();
}

} // namespace osaca
