// The top level of a model file, from its description in fields/; `forms:` is in read_forms.cpp.
#include "model/read/model_reader.h"

#include "model/core_notes.h"
#include "model/fields/model_fields.h"
#include "model/read/core_checks.h"
#include "model/read/read_context.h"
#include "model/read/yaml_pass.h"
#include "model/stand_in.h"

#include <algorithm>

namespace osaca {
namespace {

class ModelReader {
public:
  ModelReader(const YamlNode &root, Problems &problems, const ReadModelOptions &options)
      : fields_(root, "a model", problems), problems_(problems), options_(options), context_{problems, {}, {}, {}},
        pass_(fields_, data_.core.ports, context_) {}

  MachineModel::Data read() {
    const bool extends = fields_.find("extends") != nullptr;
    // What is inherited has a title, too, if the model that is extended is there.
    describe_identity(pass_, data_, extends ? Need::optional : Need::required);
    read_base();
    read_isa(extends ? Need::optional : Need::required);
    read_sources();
    describe_notes(pass_, data_);
    describe_compiler_cpu(pass_, data_);
    if (!extends)
      data_.core.address_update_cycles = {1, {Origin::unknown, "not given: 1 is assumed"}};
    if (const YamlNode *core = extends ? fields_.find("core") : fields_.require("core"))
      read_core(*core, extends ? Need::optional : Need::required);
    describe_compiler_ports(pass_, data_);
    if (const YamlNode *forms = fields_.find("forms"))
      read_forms(*forms, data_, context_);
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
      problems_.add(*node, name == data_.name ? "a model cannot extend itself" : "'extends' is not possible here");
      return;
    }
    Expected<MachineModel::Data> base = options_.base_model(name);
    if (base)
      inherit(inheritance.is_of_other_core ? as_stand_in(*std::move(base)) : *std::move(base));
    else
      problems_.add(*node, "cannot extend '" + name + "': " + base.error().text());
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

  void read_isa(Need need) {
    Isa isa = data_.isa;
    describe_isa(pass_, isa, need);
    if (data_.base && isa != data_.isa)
      problems_.add(*fields_.find("isa"),
                    "'isa' is not that of the extended model, " + std::string(name_of(data_.isa)));
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
        source = {Origin::user, std::string(name_of(source.origin)) + ": " + source.text};
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

} // namespace osaca
