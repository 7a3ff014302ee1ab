#include "measure/counters/port_counters.h"

#include "measure/counters/event_fields.h"
#include "yaml/fields.h"

#include <algorithm>
#include <fstream>
#include <iterator>

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
  const int family = family_node == nullptr ? -1 : integer_of(*family_node, "'family'", 0, most_family, problems).value_or(-1);
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

/// What stands behind the colon of a line that begins with the key.
std::string value_of_line(std::string_view text, std::string_view key) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t colon = line.find(':');
    std::string_view found = line.substr(0, colon == std::string_view::npos ? 0 : colon);
    while (!found.empty() && (found.back() == ' ' || found.back() == '\t'))
      found.remove_suffix(1);
    if (found == key) {
      const std::size_t value = line.find_first_not_of(" \t", colon + 1);
      return value == std::string_view::npos ? "" : std::string(line.substr(value, 100));
    }
    begin = end + 1;
  }
  return "";
}

int number_of_line(std::string_view text, std::string_view key) {
  constexpr std::size_t most_digits = 6;
  const std::string value = value_of_line(text, key);
  const bool is_number = !value.empty() && value.size() <= most_digits &&
                         std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? std::stoi(value) : 0;
}

} // namespace

ProcessorIdentity processor_in(std::string_view cpu_info) {
  return {value_of_line(cpu_info, "vendor_id"), number_of_line(cpu_info, "cpu family"), number_of_line(cpu_info, "model")};
}

ProcessorIdentity this_processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text(1U << 14U, '\0'); // the first processor's lines are in there
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return processor_in(text);
}

Expected<PortCounters> port_counters_of(const ProcessorIdentity &processor, std::string_view list, const std::string &name) {
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
