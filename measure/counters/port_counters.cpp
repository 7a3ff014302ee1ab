#include "measure/counters/port_counters.h"

#include "measure/counters/event_fields.h"
#include "yaml/fields.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int most_family = 4095;
constexpr int most_model = 4095;
constexpr int most_ports_of_counter = 16;
constexpr std::size_t most_counters = 32;

PortCounter read_port_counter(const YamlNode &node, Problems &problems) {
  Fields fields(node, "a counter", problems);
  PortCounter made;
  made.event.name = fields.text("name").value_or("");
  made.event.type = raw_event_type;
  made.event.config = raw_config(fields, problems);
  if (const YamlNode *ports = fields.require("ports"))
    made.ports = integer_of(*ports, "'ports'", 1, most_ports_of_counter, problems).value_or(1);
  made.may_undercount = fields.truth("may_undercount", false);
  fields.refuse_others();
  return made;
}

/// Whether the entry is about this processor; all of it is read in any case, so that mistakes show everywhere.
bool read_core(const YamlNode &node, const ProcessorIdentity &processor, PortCounters &made, Problems &problems) {
  Fields fields(node, "a core", problems);
  const std::string vendor = fields.text("vendor").value_or("");
  const YamlNode *family_node = fields.require("family");
  const int family =
      family_node == nullptr ? -1 : integer_of(*family_node, "'family'", 0, most_family, problems).value_or(-1);
  made.source = fields.text("source").value_or("");
  bool is_it = false;
  if (const YamlNode *models = fields.require("models")) {
    if (models->kind != YamlNode::Kind::sequence)
      problems.add(*models, "'models' must be a list of numbers");
    for (const YamlNode &model : models->items)
      is_it = integer_of(model, "a model", 0, most_model, problems) == processor.model || is_it;
  }
  if (const YamlNode *counters = fields.require("counters")) {
    if (counters->kind != YamlNode::Kind::sequence || counters->items.empty() || counters->items.size() > most_counters)
      problems.add(*counters, "'counters' must be a list of 1 to " + std::to_string(most_counters) + " counters");
    else
      for (const YamlNode &one : counters->items)
        made.counters.push_back(read_port_counter(one, problems));
  }
  fields.refuse_others();
  return is_it && vendor == processor.vendor && family == processor.family;
}

void read_without(const YamlNode &list, const ProcessorIdentity &processor, PortCounters &found, Problems &problems) {
  for (const YamlNode &node : list.items) {
    Fields fields(node, "a vendor without counters", problems);
    const std::string vendor = fields.text("vendor").value_or("");
    const std::string reason = fields.text("reason").value_or("");
    const std::string source = fields.text("source").value_or("");
    fields.refuse_others();
    if (vendor == processor.vendor)
      found = {{}, source, reason};
  }
}

} // namespace

Expected<PortCounters> port_counters_of(const ProcessorIdentity &processor, std::string_view list,
                                        const std::string &name) {
  YamlLimits limits;
  limits.document = "a list of counters";
  limits.bytes = 1U << 20U;
  const auto root = parse_yaml(list, name, limits);
  if (!root)
    return root.error();
  Problems problems(name);
  Fields fields(*root, "a list of counters", problems);
  const std::string schema = fields.text("schema").value_or("");
  if (schema != "osaca-port-counters-1")
    problems.add(*root, "'schema' must be osaca-port-counters-1");
  PortCounters found{{}, "", "no counters of single ports are known for this kind of processor"};
  if (const YamlNode *without = fields.find("without"))
    read_without(*without, processor, found, problems);
  if (const YamlNode *cores = fields.require("cores"))
    for (const YamlNode &node : cores->items) {
      PortCounters one;
      if (read_core(node, processor, one, problems))
        found = std::move(one);
    }
  fields.refuse_others();
  if (problems.any())
    return problems.errors().front();
  return found;
}

} // namespace osaca::measure
