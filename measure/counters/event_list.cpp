#include "measure/counters/event_list.h"

#include "measure/counters/event_fields.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_listed_events = 500;
constexpr std::uint32_t software_event_type = 1; // PERF_TYPE_SOFTWARE
constexpr std::uint64_t most_config = ~std::uint64_t{0};

CounterEvent read_event(const YamlNode &node, Problems &problems) {
  Fields fields(node, "an event", problems);
  CounterEvent made;
  if (fields.require("name") != nullptr)
    made.name = fields.text("name").value_or("");
  const std::string type = fields.text("type").value_or("");
  if (type == "raw") {
    made.type = raw_event_type;
    made.config = raw_config(fields, problems);
  } else if (type == "software") {
    made.type = software_event_type;
    const YamlNode *config = fields.require("config");
    const auto code = config == nullptr ? std::nullopt : code_in(config->text, most_config);
    if (config != nullptr && !code)
      problems.add(*config, "'config' must be a number");
    made.config = code.value_or(0);
  } else {
    problems.add(node, "'type' must be software (with config) or raw (with event and umask)");
  }
  fields.refuse_others();
  return made;
}

} // namespace

Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name) {
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
  if (const YamlNode *events = fields.require("events")) {
    if (events->kind != YamlNode::Kind::sequence || events->items.empty() || events->items.size() > most_listed_events)
      problems.add(*events, "'events' must be a list of 1 to " + std::to_string(most_listed_events));
    else
      for (const YamlNode &node : events->items) {
        CounterEvent one = read_event(node, problems);
        const auto same = [&](const CounterEvent &other) { return other.name == one.name; };
        if (std::any_of(made.begin(), made.end(), same))
          problems.add(node, "there is another event of this name");
        made.push_back(std::move(one));
      }
  }
  fields.refuse_others();
  if (problems.any())
    return problems.errors().front();
  return made;
}

} // namespace osaca::measure
