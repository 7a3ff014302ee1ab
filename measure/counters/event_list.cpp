#include "measure/counters/event_list.h"

#include "measure/counters/event_fields.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_listed_events = 500;
constexpr std::uint64_t most_config = ~std::uint64_t{0};

constexpr std::size_t most_listed_cores = 100;
constexpr int most_number = 4095; // of families and models

/// The system's own number of an event.
std::uint64_t config_of(Fields &fields, Problems &problems) {
  const YamlNode *config = fields.require("config");
  const auto code = config == nullptr ? std::nullopt : code_in(config->text, most_config);
  if (config != nullptr && !code)
    problems.add(*config, "'config' must be a number");
  return code.value_or(0);
}

CounterEvent read_event(const YamlNode &node, Problems &problems) {
  Fields fields(node, "an event", problems);
  CounterEvent made;
  if (fields.require("name") != nullptr)
    made.name = fields.text("name").value_or("");
  const std::string type = fields.text("type").value_or("");
  if (type == "raw") {
    made.type = raw_event_type;
    made.config = raw_config(fields, problems);
  } else if (type == "software" || type == "hardware" || type == "cache") {
    made.type = type == "software" ? software_event_type : type == "hardware" ? hardware_event_type : cache_event_type;
    made.config = config_of(fields, problems);
  } else {
    problems.add(node, "'type' must be software, hardware or cache (with config) or raw (with event and umask)");
  }
  if (const YamlNode *role = fields.find("role")) {
    made.role = stall_role_named(role->text);
    if (!made.role)
      problems.add(*role, "'role' must be cycles, pending_misses, store_buffer, fill_buffers or super_queue");
  }
  fields.refuse_others();
  return made;
}

void read_list(const YamlNode &events, std::vector<CounterEvent> &made, Problems &problems) {
  if (events.kind != YamlNode::Kind::sequence || events.items.empty() || events.items.size() > most_listed_events) {
    problems.add(events, "'events' must be a list of 1 to " + std::to_string(most_listed_events));
    return;
  }
  for (const YamlNode &node : events.items) {
    CounterEvent one = read_event(node, problems);
    const auto same = [&](const CounterEvent &other) { return other.name == one.name; };
    if (std::ranges::any_of(made, same))
      problems.add(node, "there is another event of this name");
    made.push_back(std::move(one));
  }
}

/// "106", or "16-31".
bool names_model(const YamlNode &node, int model, Problems &problems) {
  const std::size_t dash = node.text.find('-');
  const auto from = code_in(std::string_view(node.text).substr(0, dash), most_number);
  const auto to = dash == std::string::npos ? from : code_in(std::string_view(node.text).substr(dash + 1), most_number);
  if (node.kind != YamlNode::Kind::scalar || !from || !to)
    problems.add(node, "a model must be a number, or two with a dash between");
  return from && to && model >= 0 && *from <= static_cast<std::uint64_t>(model) &&
         static_cast<std::uint64_t>(model) <= *to;
}

/// All of it is read in any case, so that mistakes show everywhere. True: it is about this processor.
bool read_core_events(const YamlNode &node, const ProcessorIdentity &processor, std::vector<CounterEvent> &made,
                      Problems &problems) {
  Fields fields(node, "a core", problems);
  const std::string vendor = fields.text("vendor").value_or("");
  const YamlNode *family_node = fields.require("family");
  const int family =
      family_node == nullptr ? -1 : integer_of(*family_node, "'family'", 0, most_number, problems).value_or(-1);
  if (fields.require("source") != nullptr)
    (void)fields.text("source");
  bool is_it = false;
  if (const YamlNode *models = fields.require("models")) {
    if (models->kind != YamlNode::Kind::sequence)
      problems.add(*models, "'models' must be a list");
    for (const YamlNode &model : models->items)
      is_it = names_model(model, processor.model, problems) || is_it;
  }
  if (const YamlNode *events = fields.require("events"))
    read_list(*events, made, problems);
  fields.refuse_others();
  return is_it && vendor == processor.vendor && family == processor.family;
}

} // namespace

Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name,
                                                const ProcessorIdentity &processor) {
  YamlLimits limits;
  limits.bytes = 1U << 20U;
  limits.document = "a list of events";
  const auto root = parse_yaml(text, name, limits);
  if (!root)
    return root.error();
  Problems problems(name);
  Fields fields(*root, "a list of events", problems);
  if (fields.text("schema").value_or("") != "osaca-events-1")
    problems.add(*root, "'schema' must be osaca-events-1");
  (void)fields.text("source");
  std::vector<CounterEvent> made;
  if (const YamlNode *events = fields.require("events"))
    read_list(*events, made, problems);
  std::vector<CounterEvent> of_processor;
  bool is_known = false;
  if (const YamlNode *cores = fields.find("cores")) {
    if (cores->kind != YamlNode::Kind::sequence || cores->items.size() > most_listed_cores)
      problems.add(*cores, "'cores' must be a list of at most " + std::to_string(most_listed_cores));
    for (const YamlNode &node : cores->items) {
      std::vector<CounterEvent> with_its_own = made;
      if (read_core_events(node, processor, with_its_own, problems) && !is_known) {
        is_known = true;
        of_processor = std::move(with_its_own);
      }
    }
  }
  fields.refuse_others();
  if (problems.any())
    return problems.errors().front();
  return is_known ? of_processor : made;
}

} // namespace osaca::measure
