#include "model/read_schedulers.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::size_t max_schedulers = 16;
constexpr int max_entries = 1024;

int integer_at(Fields &fields, std::string_view key, int least, int most, ReadContext &context) {
  const YamlNode *node = fields.require(key);
  return node ? integer_of(*node, "'" + std::string(key) + "'", least, most, context.problems).value_or(least) : least;
}

PortSet ports_named(const YamlNode &node, const Core &core, ReadContext &context) {
  PortSet ports = 0;
  for (const YamlNode *word : words_of(node, "'ports'", context.problems)) {
    const auto found =
        std::find_if(core.ports.begin(), core.ports.end(), [&](const Port &port) { return port.name == word->text; });
    if (found == core.ports.end())
      context.problems.add(*word, "no port is named '" + word->text + "'");
    else
      ports |= PortSet{1} << (found - core.ports.begin());
  }
  return ports;
}

Scheduler read_scheduler(const YamlNode &node, const Core &core, ReadContext &context) {
  Fields fields(node, "a scheduler", context.problems);
  Scheduler scheduler;
  if (const YamlNode *name = fields.require("name"))
    scheduler.name = text_of(*name, "'name'", context.problems).value_or("");
  if (const YamlNode *ports = fields.require("ports"))
    scheduler.ports = ports_named(*ports, core, context);
  scheduler.entries = integer_at(fields, "entries", 1, max_entries, context);
  if (const YamlNode *limit = fields.find("per_cycle"))
    scheduler.per_cycle = integer_of(*limit, "'per_cycle'", 1, 64, context.problems).value_or(0);
  scheduler.is_queued = fields.truth("queued", false);
  scheduler.provenance = context.source(fields);
  fields.refuse_others();
  return scheduler;
}

void read_queue(const YamlNode &node, Core &core, ReadContext &context) {
  Fields fields(node, "'scheduler_queue'", context.problems);
  SchedulerQueue queue;
  queue.entries = integer_at(fields, "entries", 1, max_entries, context);
  queue.per_cycle = integer_at(fields, "per_cycle", 1, 64, context);
  if (const YamlNode *age = fields.find("counted_cycles_ago"))
    queue.counted_cycles_ago = integer_of(*age, "'counted_cycles_ago'", 0, 64, context.problems).value_or(0);
  queue.provenance = context.source(fields);
  fields.refuse_others();
  core.scheduler_queue = std::move(queue);
}

void check_ports(const YamlNode &node, const Core &core, ReadContext &context) {
  PortSet seen = 0;
  for (const Scheduler &scheduler : core.schedulers) {
    if ((scheduler.ports & seen) != 0)
      context.problems.add(node, "a port of scheduler '" + scheduler.name + "' belongs to another one too");
    seen |= scheduler.ports;
  }
  const bool any_queued = std::any_of(core.schedulers.begin(), core.schedulers.end(),
                                      [](const Scheduler &scheduler) { return scheduler.is_queued; });
  if (any_queued && !core.scheduler_queue)
    context.problems.add(node, "a scheduler is 'queued', but there is no 'scheduler_queue'");
}

} // namespace

void read_schedulers(Fields &fields_of_core, Core &core, ReadContext &context) {
  if (const YamlNode *queue = fields_of_core.find("scheduler_queue"))
    read_queue(*queue, core, context);
  const YamlNode *node = fields_of_core.find("schedulers");
  if (!node)
    return;
  if (node->kind != YamlNode::Kind::sequence || node->items.size() > max_schedulers) {
    context.problems.add(*node, "'schedulers' must be a list of at most " + std::to_string(max_schedulers));
    return;
  }
  core.schedulers.clear();
  for (const YamlNode &item : node->items)
    core.schedulers.push_back(read_scheduler(item, core, context));
  check_ports(*node, core, context);
}

} // namespace osaca
