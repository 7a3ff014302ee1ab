// The `forms:` part of a model.
#include "model/read/read_context.h"

#include "base/glob.h"
#include "model/fields/form_fields.h"
#include "model/read/yaml_pass.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

// Bounds on what one file may ask for: each entry is copied, and each glob is tried on every opcode.
constexpr std::size_t max_entries = 100'000;
constexpr std::size_t max_patterns = 4'000;

/// Everything of a form but its names.
FormEntry read_figures(Fields &fields, const std::vector<Port> &ports, ReadContext &context) {
  FormEntry entry;
  fields::YamlPass pass(fields, ports, context);
  describe(pass, entry);
  for (const std::string_view key : {"load_latency", "forward"})
    if (const YamlNode *node = fields.find(key); node && !entry.complete)
      context.problems.add(*node, "'" + std::string(key) +
                                      "' needs 'complete: true': otherwise it comes from the core's memory part");
  return entry;
}

/// Collects entries and refuses what would be ambiguous or too much.
class FormCollector {
public:
  FormCollector(MachineModel::Data &data, ReadContext &context) : data_(data), context_(context) {}

  void add(const YamlNode &name, const FormEntry &figures) {
    context_.check_pattern(name);
    if (data_.forms.size() + data_.patterns.size() >= max_entries || data_.patterns.size() >= max_patterns) {
      if (!refused_)
        context_.problems.add(name, "too many forms: at most " + std::to_string(max_entries) + " names and " +
                                        std::to_string(max_patterns) + " globs are read");
      refused_ = true;
      return;
    }
    if (!is_glob(name.text)) {
      const auto [first, fresh] = line_of_.emplace(name.text, name.line);
      if (!fresh) {
        context_.problems.add(name, "opcode '" + name.text + "' has figures twice; the first are in line " +
                                        std::to_string(first->second));
        return;
      }
    }
    FormEntry entry = figures;
    entry.opcode = name.text;
    (is_glob(name.text) ? data_.patterns : data_.forms).push_back(std::move(entry));
  }

private:
  MachineModel::Data &data_;
  ReadContext &context_;
  std::map<std::string, int> line_of_;
  bool refused_ = false;
};

} // namespace

void read_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context) {
  if (node.kind != YamlNode::Kind::sequence) {
    context.problems.add(node, "'forms' must be a list, not " + std::string(name_of(node.kind)));
    return;
  }
  FormCollector collector(data, context);
  for (const YamlNode &item : node.items) {
    if (context.problems.full())
      return;
    Fields fields(item, "a form", context.problems);
    const YamlNode *match = fields.require("match");
    const FormEntry figures = read_figures(fields, data.core.ports, context);
    fields.refuse_others();
    if (!match)
      continue;
    const std::vector<const YamlNode *> names = words_of(*match, "'match'", context.problems);
    if (names.empty())
      context.problems.add(*match, "'match' is empty: nothing would match");
    for (const YamlNode *name : names)
      collector.add(*name, figures);
  }
  std::ranges::sort(data.forms, [](const FormEntry &a, const FormEntry &b) { return a.opcode < b.opcode; });
}

} // namespace osaca
