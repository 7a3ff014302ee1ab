#include "model/read/memory_overlay_reader.h"

#include "model/fields/memory_fields.h"
#include "model/fields/model_fields.h"
#include "model/read/read_context.h"
#include "model/read/yaml_pass.h"

#include <set>

namespace osaca {
namespace {

constexpr std::string_view overlay_schema = "osaca-memory-1";

/// What a reader of a map of its fields cannot see: how they go together.
void check_levels(const YamlNode &at, const MemoryHierarchy &memory, Problems &problems) {
  std::set<std::string> names;
  int largest = memory.l1_bytes;
  bool is_behind_memory = false;
  for (const MemoryLevel &level : memory.levels) {
    if (level.name == "L1" || !names.insert(level.name).second)
      problems.add(at, "'levels' has " + level.name +
                           (level.name == "L1" ? ", which is not behind the first level" : " twice"));
    if (is_behind_memory)
      problems.add(at, level.name + " lies behind memory itself, the level without 'bytes'");
    if (level.bytes != 0 && level.bytes <= largest)
      problems.add(at, level.name + " is not larger than the level before it");
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
  Fields fields(*root, "a description of memory", problems);
  fields::YamlPass pass(fields, no_ports, context);
  MemoryOverlay overlay;
  pass.constant("schema", overlay_schema, "the version of the format; so far the only one");
  pass.text("title", overlay.title, fields::Need::required, fields::TextForm(), "the system's name for people");
  describe_sources(pass, context.sources);
  for (auto &[name, source] : context.sources) {
    context.source_names.push_back(name);
    source = {Origin::user, std::string(name_of(source.origin)) + ": " + source.text};
  }
  pass.part("memory", overlay.memory, fields::Need::required, "what lies behind the first-level cache");
  if (const YamlNode *memory = fields.find("memory"); memory != nullptr && !problems.any())
    check_levels(*memory, overlay.memory, problems);
  fields.refuse_others();
  if (problems.any())
    return {std::nullopt, problems.errors()};
  return {std::move(overlay), {}};
}

} // namespace osaca
