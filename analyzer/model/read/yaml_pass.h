// Reads a model's YAML. Declares the state while one file is read, the pass that reads the fields of a map, and the
// checks that compare fields of a core with each other.
#pragma once

#include "base/format.h"
#include "model/fields/vocabulary.h"
#include "model/machine_model.h"
#include "model/read/model_reader.h"
#include "yaml/fields.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace osaca {

// The state that the parts of the model reader share while they read one file.

struct ReadContext {
  Problems &problems;
  std::map<std::string, Provenance> sources;
  std::vector<std::string> source_names;
  std::span<const std::string> opcode_names; ///< of the model's ISA; empty: not known
  int suggestions_left = 20; ///< for misspelt opcodes: finding the nearest of thousands of names takes time

  /// The provenance that the map's key `source` names. Every figure needs one.
  [[nodiscard]] Provenance source(Fields &fields);
  /// Reports an opcode name or glob that matches no opcode.
  void check_pattern(const YamlNode &pattern);
  /// Reads a list of opcode names and globs, and checks each.
  [[nodiscard]] std::vector<std::string> patterns(const YamlNode &node, std::string_view what);
};

/// Reads the items of a `ports:` list: the demands of uops.
[[nodiscard]] std::vector<PortDemand> read_demands(const YamlNode &node, const std::vector<Port> &ports,
                                                   ReadContext &context);

/// Reads the entries of a list such as `forms:`, which have a key `match` with names of opcodes. `read(fields)` reads
/// the other keys; its result is passed to `add(name, result)` for each name. `item` is what messages call an entry.
template <class Read, class Add>
void read_matching_entries(const YamlNode &list, std::string_view key, const std::string &item, ReadContext &context,
                           Read read, Add add) {
  if (list.kind != YamlNode::Kind::sequence) {
    context.problems.add(list, format_text("'{}' must be a list, not {}", key, name_of(list.kind)));
    return;
  }
  for (const YamlNode &entry : list.items) {
    if (context.problems.full())
      return;
    Fields fields(entry, item, context.problems);
    const YamlNode *match = fields.require("match");
    const auto figures = read(fields);
    fields.refuse_others();
    if (!match)
      continue;
    const std::vector<const YamlNode *> names = words_of(*match, "'match'", context.problems);
    if (names.empty())
      context.problems.add(*match, "'match' must not be empty");
    for (const YamlNode *name : names)
      add(*name, figures);
  }
}

/// Reads `forms:` into data.forms (sorted) and data.patterns.
void read_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context);
/// Reads `vector_forms:` into FormEntry::vector_figures. `data` has the forms already.
void read_vector_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context);

// Checks between the fields of a core.

/// `core` is as read from the map `node`. `inherited_ports` are the ports of the model that this one extends. Sorts
/// loads and stores by width.
void check_core(const YamlNode &node, const std::vector<Port> &inherited_ports, Core &core, Problems &problems);

} // namespace osaca

namespace osaca::fields {

// The pass over a model's description (fields/vocabulary.h) that reads a YAML map into a value.

/// Whether the node is a list of at most `most` entries. Reports a problem if not.
[[nodiscard]] bool is_list(const YamlNode &node, std::string_view what, std::size_t most, Problems &problems);
/// "'kind' must be one of a, b": the message for a word that is none of `names`.
[[nodiscard]] std::string must_be_one_of(std::string_view key, const std::vector<std::string> &names);

class YamlPass {
public:
  /// `ports` refers to the ports of the core that is read. It may be empty when the pass is constructed, because the
  /// pass itself reads the ports, before all fields that name ports.
  YamlPass(Fields &fields, const std::vector<Port> &ports, ReadContext &context)
      : fields_(fields), ports_(ports), context_(context) {}

  void integer(std::string_view key, int &value, Need need, Limits limits, std::string_view help);
  void truth(std::string_view key, bool &value, Need need, std::string_view help);
  void cycles(std::string_view key, Cycles &value, Need need, std::string_view help);
  void percent(std::string_view key, double &value, Need need, Limits limits, std::string_view help);
  void text(std::string_view key, std::string &value, Need need, const TextForm &form, std::string_view help);
  void constant(std::string_view key, std::string_view value, std::string_view help);
  void names(std::string_view key, std::vector<std::string> &value, Need need, const TextForm &form,
             std::string_view help);
  void notes(std::string_view key, std::vector<ArchNote> &value, Need need, int most, std::string_view help);
  void port_names(std::string_view key, std::map<std::string, std::vector<std::string>> &value, Need need,
                  std::string_view help);
  void globs(std::string_view key, std::vector<std::string> &value, Need need, std::string_view help);
  void words(std::string_view key, std::vector<std::string> &value, Need need, std::string_view help);
  void demands(std::string_view key, std::vector<PortDemand> &value, Need need, std::string_view help);
  void demands(std::string_view key, std::optional<std::vector<PortDemand>> &value, Need need, std::string_view help);
  void port_set(std::string_view key, PortSet &value, Need need, std::string_view help);
  void vector_types(std::string_view key, VectorTypes &value, Need need, std::string_view help);
  void source(Provenance &value) { value = context_.source(fields_); }

  template <class Enum>
  void choice(std::string_view key, Enum &value, Need need, Choices<Enum> choices, std::string_view) {
    const YamlNode *node = find(key, need);
    if (!node)
      return;
    std::vector<std::string> names;
    for (const auto &[name, choice] : choices) {
      if (node->kind == YamlNode::Kind::scalar && node->text == name) {
        value = choice;
        return;
      }
      names.emplace_back(name);
    }
    context_.problems.add(*node, must_be_one_of(key, names));
  }

  template <class T> void part(std::string_view key, T &value, Need need, std::string_view) {
    if (const YamlNode *node = find(key, need))
      value = read<T>(*node, format_text("'{}'", key), [](YamlPass &pass, T &read) { describe(pass, read); });
  }
  template <class T> void part(std::string_view key, std::optional<T> &value, Need need, std::string_view) {
    if (const YamlNode *node = find(key, need))
      value = read<T>(*node, format_text("'{}'", key), [](YamlPass &pass, T &read) { describe(pass, read); });
  }

  template <class T>
  void list(std::string_view key, std::vector<T> &values, Need need, int most, std::string_view item,
            std::string_view help) {
    list(key, values, need, most, item, help, [](YamlPass &pass, T &value) { describe(pass, value); });
  }
  /// A list in the file replaces the inherited one.
  template <class T, class Describe>
  void list(std::string_view key, std::vector<T> &values, Need need, int most, std::string_view item, std::string_view,
            Describe describe_item) {
    const YamlNode *node = find(key, need);
    if (!node || !is_list(*node, format_text("'{}'", key), static_cast<std::size_t>(most), context_.problems))
      return;
    values.clear();
    for (const YamlNode &entry : node->items)
      values.push_back(read<T>(entry, std::string(item), describe_item));
  }

  template <class T, class Describe>
  void map(std::string_view key, std::map<std::string, T> &values, Need need, std::string_view item, std::string_view,
           Describe describe_item) {
    const YamlNode *node = find(key, need);
    if (!node)
      return;
    if (node->kind != YamlNode::Kind::map)
      context_.problems.add(*node, format_text("'{}' must be a map of names to maps", key));
    for (const YamlEntry &entry : node->entries)
      values.emplace(entry.key.text,
                     read<T>(entry.value, format_text("{} '{}'", item, entry.key.text.substr(0, 40)), describe_item));
  }

private:
  [[nodiscard]] std::optional<ArchNote> note_of(const YamlNode &node);
  [[nodiscard]] const YamlNode *find(std::string_view key, Need need) {
    return need == Need::required ? fields_.require(key) : fields_.find(key);
  }

  [[nodiscard]] PortSet set_of(const YamlNode &node, const std::string &what);

  template <class T, class Describe> T read(const YamlNode &node, std::string what, Describe describe_value) {
    Fields inner(node, std::move(what), context_.problems);
    T value{};
    YamlPass pass(inner, ports_, context_);
    describe_value(pass, value);
    inner.refuse_others();
    return value;
  }

  Fields &fields_;
  const std::vector<Port> &ports_;
  ReadContext &context_;
};

} // namespace osaca::fields
