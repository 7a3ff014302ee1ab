#include "model/read/model_reader.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "model/fields/memory_fields.h"
#include "model/fields/model_fields.h"
#include "model/model_summary.h"
#include "model/read/yaml_pass.h"
#include "yaml/tree.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace osaca {

// The top level of a model file, according to its description in fields/. `forms:` is read by read_forms().

namespace {

class ModelReader {
public:
  ModelReader(const YamlNode &root, Problems &problems, const ReadModelOptions &options)
      : fields_(root, "a model", problems), problems_(problems), options_(options), context_{problems, {}, {}, {}},
        pass_(fields_, data_.core.ports, context_) {}

  MachineModel::Data read() {
    const bool extends = fields_.find("extends") != nullptr;
    // A model that extends another one inherits its title.
    describe_identity(pass_, data_, extends ? Need::optional : Need::required);
    read_base();
    read_isa(extends ? Need::optional : Need::required);
    read_sources();
    describe_notes(pass_, data_);
    describe_validations(pass_, data_);
    describe_compiler_cpu(pass_, data_);
    if (!extends)
      data_.core.address_update_cycles = {1, {Origin::unknown, "not given: 1 is assumed"}};
    if (const YamlNode *core = extends ? fields_.find("core") : fields_.require("core"))
      read_core(*core, extends ? Need::optional : Need::required);
    describe_compiler_ports(pass_, data_);
    if (const YamlNode *forms = fields_.find("forms"))
      read_forms(*forms, data_, context_);
    if (const YamlNode *forms = fields_.find("vector_forms"))
      read_vector_forms(*forms, data_, context_);
    fields_.refuse_others();
    note_program_order(data_);
    return std::move(data_);
  }

private:
  using Need = fields::Need;

  void read_base() {
    fields::Inheritance inheritance;
    describe(pass_, inheritance);
    const YamlNode *node = fields_.find("extends");
    const std::string &name = inheritance.extends;
    if (!node || name.empty())
      return;
    if (!options_.base_model || name == data_.name) {
      problems_.add(*node, name == data_.name ? "a model cannot extend itself" : "'extends' is not supported here");
      return;
    }
    Expected<MachineModel::Data> base = options_.base_model(name);
    if (base)
      inherit(inheritance.is_of_other_core ? as_stand_in(*std::move(base))
              : inheritance.is_of_sibling  ? as_sibling(*std::move(base))
                                           : *std::move(base));
    else
      problems_.add(*node, format_text("cannot extend '{}': {}", name, base.error().text()));
  }

  void inherit(MachineModel::Data base) {
    if (data_.title.empty())
      data_.title = format_text("{} ({})", base.title, data_.name);
    data_.isa = base.isa;
    data_.compiler_cpu = base.compiler_cpu;
    data_.compiler_ports = base.compiler_ports;
    data_.notes = base.notes;
    data_.fallback_only = base.fallback_only;
    data_.core = base.core;
    data_.base = std::make_shared<const MachineModel::Data>(std::move(base));
  }

  void read_isa(Need need) {
    Isa isa = data_.isa;
    describe_isa(pass_, isa, need);
    if (data_.base && isa != data_.isa)
      problems_.add(*fields_.find("isa"),
                    "'isa' must be that of the extended model, " + std::string(name_of(data_.isa)));
    else
      data_.isa = isa;
    if (options_.opcode_names)
      context_.opcode_names = options_.opcode_names(data_.isa);
  }

  void read_sources() {
    describe_sources(pass_, context_.sources);
    for (auto &[name, source] : context_.sources) {
      context_.source_names.push_back(name);
      if (options_.users_own)
        source = {Origin::user, format_text("{}: {}", name_of(source.origin), source.text)};
    }
  }

  void read_core(const YamlNode &node, Need need) {
    const std::vector<Port> inherited_ports = data_.core.ports;
    Fields fields(node, "'core'", problems_);
    fields::YamlPass pass(fields, data_.core.ports, context_);
    describe(pass, data_.core, need);
    fields.refuse_others();
    check_core(node, inherited_ports, data_.core, problems_);
  }

  Fields fields_;
  Problems &problems_;
  const ReadModelOptions &options_;
  ReadContext context_;
  MachineModel::Data data_;
  fields::YamlPass pass_;
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

namespace {

constexpr std::string_view overlay_schema = "osaca-memory-1";

/// Checks between the fields of a memory hierarchy, which are read separately.
void check_levels(const YamlNode &at, const MemoryHierarchy &memory, Problems &problems) {
  std::set<std::string> names;
  int largest = memory.l1_bytes;
  bool is_behind_memory = false;
  for (const MemoryLevel &level : memory.levels) {
    if (level.name == "L1" || !names.insert(level.name).second)
      problems.add(at, format_text("'levels' contains {}{}", level.name,
                                   level.name == "L1" ? ", but must list only the levels after L1" : " twice"));
    if (is_behind_memory)
      problems.add(at, level.name + " comes after memory (the level without 'bytes'), which must be the last level");
    if (level.bytes != 0 && level.bytes <= largest)
      problems.add(at, level.name + " must be larger than the level before it");
    largest = level.bytes;
    is_behind_memory = level.bytes == 0;
  }
}

} // namespace

MemoryOverlayReading read_memory_overlay(std::string_view yaml, const std::string &file) {
  const Expected<YamlNode> root = parse_yaml(yaml, file);
  if (!root)
    return {std::nullopt, {root.error()}};
  Problems problems(file);
  ReadContext context{problems, {}, {}, {}};
  const std::vector<Port> no_ports;
  Fields fields(*root, "a memory description", problems);
  fields::YamlPass pass(fields, no_ports, context);
  MemoryOverlay overlay;
  pass.constant("schema", overlay_schema, "the version of the format");
  pass.text("title", overlay.title, fields::Need::required, fields::TextForm(), "name of the system in reports");
  describe_sources(pass, context.sources);
  for (auto &[name, source] : context.sources) {
    context.source_names.push_back(name);
    source = {Origin::user, format_text("{}: {}", name_of(source.origin), source.text)};
  }
  pass.part("memory", overlay.memory, fields::Need::required, "the caches and the memory");
  if (const YamlNode *memory = fields.find("memory"); memory != nullptr && !problems.any())
    check_levels(*memory, overlay.memory, problems);
  fields.refuse_others();
  if (problems.any())
    return {std::nullopt, problems.errors()};
  return {std::move(overlay), {}};
}

namespace {

/// The value of `name:`. Empty if the file has none or cannot be read; reading it in full reports the reason.
std::string name_in(const ModelText &text) {
  const Expected<YamlNode> root = parse_yaml(text.yaml, text.file);
  if (root)
    for (const YamlEntry &entry : root->entries)
      if (entry.key.text == "name")
        return entry.value.text;
  return {};
}

class SetReader {
public:
  SetReader(const std::vector<ModelText> &texts, const ReadModelOptions &options)
      : texts_(texts), outer_base_(options.base_model), options_(options), states_(texts.size()) {
    options_.base_model = [this](const std::string &name) { return base(name); };
    for (const ModelText &text : texts)
      names_.push_back(name_in(text));
  }

  ModelSetReading read() {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      read_one(i);
      if (states_[i].data)
        claim_names(i);
    }
    for (State &state : states_)
      if (state.data)
        result_.models.push_back(std::move(*state.data));
    return std::move(result_);
  }

private:
  struct State {
    enum { unread, reading, done } progress = unread;
    std::optional<MachineModel::Data> data;
  };

  void read_one(std::size_t i) {
    if (states_[i].progress != State::unread)
      return;
    states_[i].progress = State::reading;
    ModelReading reading = read_model(texts_[i].yaml, texts_[i].file, options_);
    states_[i].progress = State::done;
    states_[i].data = std::move(reading.data);
    result_.problems.insert(result_.problems.end(), reading.problems.begin(), reading.problems.end());
  }

  Expected<MachineModel::Data> base(const std::string &name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end())
      return outer_base_ ? outer_base_(name) : Error{"there is no such model" + suggestion(name, names_)};
    const auto i = static_cast<std::size_t>(found - names_.begin());
    if (states_[i].progress == State::reading)
      return Error{"the models extend each other in a circle"};
    read_one(i);
    if (!states_[i].data)
      return Error{"that model has errors"};
    return *states_[i].data;
  }

  void claim_names(std::size_t i) {
    const MachineModel::Data &data = *states_[i].data;
    claim(data.name, i);
    for (const std::string &alias : data.aliases)
      if (lower_cased(alias) != data.name)
        claim(alias, i);
    for (const StandIn &stand_in : data.stand_ins)
      claim(stand_in.cpu, i);
  }

  void claim(const std::string &name, std::size_t i) {
    const auto [owner, fresh] = owner_of_.emplace(lower_cased(name), i);
    if (!fresh)
      result_.problems.push_back(Error{
          format_text("the name '{}' is already used by {}", name, texts_[owner->second].file), {texts_[i].file}});
  }

  const std::vector<ModelText> &texts_;
  BaseModel outer_base_;
  ReadModelOptions options_;
  std::vector<std::string> names_;
  std::vector<State> states_;
  std::map<std::string, std::size_t> owner_of_;
  ModelSetReading result_;
};

} // namespace

ModelSetReading read_model_set(const std::vector<ModelText> &texts, const ReadModelOptions &options) {
  return SetReader(texts, options).read();
}

} // namespace osaca
