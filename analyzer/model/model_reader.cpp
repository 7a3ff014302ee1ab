// The top level of a model file; its parts are in read_core.cpp and read_forms.cpp.
#include "model/model_reader.h"

#include "model/port_expression.h"
#include "model/read_context.h"
#include "model/stand_in.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

constexpr std::string_view schema_name = "osaca-model-1";

bool is_name(const std::string &name, bool lower_case) {
  return !name.empty() && name.size() <= 64 && std::isalnum(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), [&](unsigned char c) {
           return std::isdigit(c) || (lower_case ? std::islower(c) : std::isalpha(c) || c == '+') || c == '-' ||
                  c == '_' || c == '.';
         });
}

class ModelReader {
public:
  ModelReader(const YamlNode &root, Problems &problems, const ReadModelOptions &options)
      : fields_(root, "a model", problems), problems_(problems), options_(options), context_{problems, {}, {}, {}} {}

  MachineModel::Data read() {
    read_schema();
    read_names();
    const bool extends = read_base();
    read_isa(extends);
    read_sources();
    read_notes();
    data_.compiler_cpu = fields_.text("compiler_cpu").value_or(data_.compiler_cpu);
    if (!extends)
      data_.core.address_update_cycles = {1, {Origin::unknown, "not given: 1 is assumed"}};
    const YamlNode *core = extends ? fields_.find("core") : fields_.require("core");
    if (core)
      read_core(*core, data_.core, !extends, context_);
    read_compiler_ports();
    if (const YamlNode *forms = fields_.find("forms"))
      read_forms(*forms, data_, context_);
    fields_.refuse_others();
    return std::move(data_);
  }

private:
  void read_schema() {
    const YamlNode *schema = fields_.require("schema");
    if (schema && schema->text != schema_name)
      problems_.add(*schema,
                    "'schema' must be " + std::string(schema_name) + ", the only version of the format so far");
  }

  void read_names() {
    if (const YamlNode *name = fields_.require("name")) {
      data_.name = text_of(*name, "'name'", problems_).value_or("");
      if (!data_.name.empty() && !is_name(data_.name, true))
        problems_.add(*name, "'name' has 1 to 64 lower-case letters, digits, '-', '_' or '.'");
    }
    data_.title = fields_.text("title").value_or("");
    if (const YamlNode *aliases = fields_.find("aliases"))
      for (const YamlNode *alias : words_of(*aliases, "'aliases'", problems_)) {
        if (!is_name(alias->text, false))
          problems_.add(*alias, "an alias has 1 to 64 letters, digits, '+', '-', '_' or '.'");
        data_.aliases.push_back(alias->text);
      }
    if (const YamlNode *node = fields_.find("stands_in_for"))
      read_stand_ins(*node);
  }

  void read_stand_ins(const YamlNode &node) {
    if (node.kind != YamlNode::Kind::sequence) {
      problems_.add(node, "'stands_in_for' must be a list of {cpu, because}");
      return;
    }
    for (const YamlNode &item : node.items) {
      Fields fields(item, "a CPU that the model stands in for", problems_);
      StandIn stand_in;
      if (const YamlNode *cpu = fields.require("cpu")) {
        stand_in.cpu = text_of(*cpu, "'cpu'", problems_).value_or("");
        if (!is_name(stand_in.cpu, false))
          problems_.add(*cpu, "'cpu' has 1 to 64 letters, digits, '+', '-', '_' or '.'");
      }
      if (const YamlNode *because = fields.require("because"))
        stand_in.because = text_of(*because, "'because'", problems_).value_or("");
      fields.refuse_others();
      data_.stand_ins.push_back(std::move(stand_in));
    }
  }

  bool read_base() {
    const YamlNode *node = fields_.find("extends");
    if (!node)
      return false;
    const std::optional<std::string> name = text_of(*node, "'extends'", problems_);
    if (!name)
      return true;
    if (!options_.base_model || *name == data_.name) {
      problems_.add(*node, *name == data_.name ? "a model cannot extend itself" : "'extends' is not possible here");
      return true;
    }
    Expected<MachineModel::Data> base = options_.base_model(*name);
    const bool is_other_core = fields_.truth("other_core", false);
    if (base)
      inherit(is_other_core ? as_stand_in(*std::move(base)) : *std::move(base));
    else
      problems_.add(*node, "cannot extend '" + *name + "': " + base.error().text());
    return true;
  }

  void inherit(MachineModel::Data base) {
    if (data_.title.empty())
      data_.title = base.title + " (" + data_.name + ")";
    data_.isa = base.isa;
    data_.compiler_cpu = base.compiler_cpu;
    data_.compiler_ports = base.compiler_ports;
    data_.notes = base.notes;
    data_.fallback_only = base.fallback_only;
    data_.core = base.core;
    data_.base = std::make_shared<const MachineModel::Data>(std::move(base));
  }

  void read_isa(bool extends) {
    if (data_.title.empty() && !extends)
      (void)fields_.require("title");
    const YamlNode *node = extends ? fields_.find("isa") : fields_.require("isa");
    if (node) {
      constexpr Isa known[] = {Isa::x86_64, Isa::aarch64, Isa::riscv64};
      const auto *isa =
          std::find_if(std::begin(known), std::end(known), [&](Isa i) { return name_of(i) == node->text; });
      if (isa == std::end(known))
        problems_.add(*node, "'isa' must be one of x86-64, aarch64, riscv64");
      else if (data_.base && *isa != data_.isa)
        problems_.add(*node, "'isa' is not that of the extended model, " + std::string(name_of(data_.isa)));
      else
        data_.isa = *isa;
    }
    if (options_.opcode_names)
      context_.opcode_names = options_.opcode_names(data_.isa);
  }

  void read_sources() {
    const YamlNode *node = fields_.find("sources");
    if (!node)
      return;
    if (node->kind != YamlNode::Kind::map)
      problems_.add(*node, "'sources' must be a map of names to {kind, text}");
    for (const YamlEntry &entry : node->entries) {
      context_.sources.emplace(entry.key.text, read_source(entry));
      context_.source_names.push_back(entry.key.text);
    }
  }

  Provenance read_source(const YamlEntry &entry) {
    constexpr Origin known[] = {Origin::measured, Origin::published, Origin::vendor, Origin::compiler};
    Fields fields(entry.value, "source '" + entry.key.text.substr(0, 40) + "'", problems_);
    Provenance source;
    if (const YamlNode *kind = fields.require("kind")) {
      const auto *origin =
          std::find_if(std::begin(known), std::end(known), [&](Origin o) { return name_of(o) == kind->text; });
      if (origin == std::end(known))
        problems_.add(*kind, "'kind' of a source must be one of measured, published, vendor, compiler");
      else
        source.origin = *origin;
    }
    if (const YamlNode *text = fields.require("text"))
      source.text = text_of(*text, "'text'", problems_).value_or("");
    fields.refuse_others();
    if (options_.users_own)
      source = {Origin::user, std::string(name_of(source.origin)) + ": " + source.text};
    return source;
  }

  void read_notes() {
    constexpr std::size_t most = 100;
    const YamlNode *node = fields_.find("notes");
    if (!node)
      return;
    data_.notes.clear();
    if (node->kind != YamlNode::Kind::sequence || node->items.size() > most) {
      problems_.add(*node, "'notes' must be a list of at most " + std::to_string(most) + " texts");
      return;
    }
    for (const YamlNode &item : node->items)
      read_note(item);
  }

  /// A text, or {borrowed_figures: a text}.
  void read_note(const YamlNode &item) {
    ArchNote note;
    const YamlNode *text = &item;
    if (item.kind == YamlNode::Kind::map) {
      note.kind = ArchNote::Kind::borrowed_figures;
      Fields fields(item, "a note", problems_);
      text = fields.require("borrowed_figures");
      fields.refuse_others();
    }
    if (!text)
      return;
    if (std::optional<std::string> words = text_of(*text, "a note", problems_)) {
      note.text = *std::move(words);
      data_.notes.push_back(std::move(note));
    }
  }

  void read_compiler_ports() {
    const YamlNode *node = fields_.find("compiler_ports");
    if (!node)
      return;
    if (node->kind != YamlNode::Kind::map)
      problems_.add(*node, "'compiler_ports' must be a map of the compiler's unit names to our ports");
    for (const YamlEntry &entry : node->entries)
      data_.compiler_ports[entry.key.text] = read_port_names(entry.value);
  }

  /// "A|B" or [A, B]; [] says that the unit is not a port of ours.
  std::vector<std::string> read_port_names(const YamlNode &node) {
    PortSet set = 0;
    if (node.kind == YamlNode::Kind::sequence && node.items.empty())
      return {};
    for (const YamlNode *word : words_of(node, "a unit's ports", problems_))
      set |= port_set(*word);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data_.core.ports.size(); ++i)
      if ((set >> i) & 1)
        names.push_back(data_.core.ports[i].name);
    return names;
  }

  PortSet port_set(const YamlNode &word) {
    const Expected<PortSet> set = parse_port_set(word.text, data_.core.ports);
    if (!set)
      problems_.add(word, set.error().message);
    return set ? *set : 0;
  }

  Fields fields_;
  Problems &problems_;
  const ReadModelOptions &options_;
  ReadContext context_;
  MachineModel::Data data_;
};

} // namespace

ModelReading read_model(std::string_view yaml, const std::string &file, const ReadModelOptions &options) {
  const Expected<YamlNode> root = parse_yaml(yaml, file);
  if (!root)
    return {std::nullopt, {root.error()}};
  Problems problems(file);
  MachineModel::Data data = ModelReader(*root, problems, options).read();
  if (problems.any())
    return {std::nullopt, problems.errors()};
  return {std::move(data), {}};
}

} // namespace osaca
