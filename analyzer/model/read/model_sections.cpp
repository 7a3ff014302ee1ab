#include "model/read/yaml_pass.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "model/fields/model_fields.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace osaca {

namespace {

class CoreChecks {
public:
  CoreChecks(const YamlNode &node, Core &core, Problems &problems) : node_(node), core_(core), problems_(problems) {}

  void ports(const std::vector<Port> &inherited) {
    const YamlNode *node = given("ports");
    if (!node)
      return;
    if (core_.ports.empty())
      problems_.add(*node, "'ports' must not be empty");
    std::set<std::string> names;
    for (std::size_t i = 0; i < core_.ports.size(); ++i)
      if (const std::string &name = core_.ports[i].name; !name.empty() && !names.insert(name).second)
        problems_.add(i < node->items.size() ? node->items[i] : *node, format_text("port '{}' is listed twice", name));
    // The costs of inherited forms refer to ports by number, so a model that extends another may only add ports at the
    // end.
    for (std::size_t i = 0; i < inherited.size(); ++i)
      if (i >= core_.ports.size() || core_.ports[i].name != inherited[i].name) {
        problems_.add(
            *node,
            format_text(
                "'ports' must begin with the ports of the extended model, in the same order; number {} must be '{}'",
                i + 1, inherited[i].name));
        return;
      }
  }

  void require_positive(std::string_view key, const std::optional<SourcedCycles> &figure) {
    if (const YamlNode *node = given(key); node && figure && figure->value.is_zero())
      problems_.add(*node, format_text("'{}' must be greater than 0", key));
  }

  void front_end() {
    require_positive("dispatch_width", core_.dispatch_width);
    require_positive("taken_branch_cycles", core_.taken_branch_cycles);
    require_positive("run_end_cycles", core_.run_end_cycles);
    require_positive("call_cycles", core_.call_cycles);
    require_positive("return_cycles", core_.return_cycles);
    require_positive("further_call_cycles", core_.further_call_cycles);
    require_positive("misprediction_cycles", core_.misprediction_cycles);
    require_positive("reorder_buffer", core_.reorder_buffer);
    require_positive("retire_width", core_.retire_width);
    if (const YamlNode *node = given("fetch"); node && core_.fetch)
      if ((core_.fetch->cache_bytes == 0) != (core_.fetch->beyond_bytes_per_cycle == 0))
        problems_.add(*node, "'cache_bytes' and 'beyond_bytes_per_cycle' must be given together");
    if (const YamlNode *node = given("op_cache"); node && core_.op_cache) {
      op_cache(*node, *core_.op_cache);
      if ((core_.op_cache->block_entries == 0) != (core_.op_cache->decoded_bytes_per_cycle == 0))
        problems_.add(*node, "'block_entries' and 'decoded_bytes_per_cycle' must be given together");
    }
    if (const YamlNode *node = given("high_byte_merge"); node && core_.high_byte_merge && !core_.high_bytes_apart.value)
      problems_.add(*node, "'high_byte_merge' requires that 'high_bytes_apart' is true");
    if (const YamlNode *node = given("load_banks");
        node && core_.load_banks && std::popcount(core_.load_banks->port) > 1)
      problems_.add(*node, "'ports' of 'load_banks' must be one port");
    if (const YamlNode *node = given("vector_length");
        node && core_.vector_length && !std::has_single_bit(static_cast<unsigned>(core_.vector_length->bits)))
      problems_.add(*node, "'bits' of 'vector_length' must be a power of two");
    if (const YamlNode *node = given("memory_renaming");
        node && core_.memory_renaming && std::popcount(core_.memory_renaming->port) > 1)
      problems_.add(*node, "'ports' of 'memory_renaming' must be one port");
    if (const YamlNode *node = given("op_cache"); node && !core_.fetch)
      problems_.add(*node, "'op_cache' requires 'fetch', which defines the blocks of its entries");
  }

  /// All blocks of code have boundaries in common.
  void op_cache(const YamlNode &node, const OpCache &cache) {
    const auto divides_fetch = [&](int bytes) { return !core_.fetch || core_.fetch->block_bytes % bytes == 0; };
    if (cache.block_bytes > 0 && !divides_fetch(cache.block_bytes))
      problems_.add(node, "'block_bytes' of 'op_cache' must divide that of 'fetch'");
    if (cache.piece_tail_ops > 0 && cache.ops_per_cycle == 0)
      problems_.add(node, "'piece_tail_ops' requires 'ops_per_cycle'");
    if (cache.wide_constants && cache.piece_tail_ops == 0)
      problems_.add(node, "'wide_constants' requires 'piece_tail_ops'");
    if (!cache.unkept_jumps)
      return;
    if (cache.decoded_bytes_per_cycle == 0)
      problems_.add(node, "'jumps_at_block_end' requires 'decoded_bytes_per_cycle'");
    if (!divides_fetch(cache.unkept_jumps->lost_bytes) ||
        cache.unkept_jumps->lost_bytes % cache.unkept_jumps->block_bytes != 0)
      problems_.add(node, "'lost_bytes' must be a multiple of 'block_bytes', and divide that of 'fetch'");
  }

  void accesses(std::string_view key, std::vector<MemoryAccessCost> &accesses) {
    const YamlNode *node = given(key);
    if (!node)
      return;
    for (std::size_t i = 0; i < accesses.size() && i < node->items.size(); ++i)
      if (std::any_of(accesses.begin(), accesses.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const MemoryAccessCost &other) {
                        return other.kind == accesses[i].kind && other.max_width_bits == accesses[i].max_width_bits;
                      }))
        problems_.add(node->items[i], format_text("an earlier entry has the same 'kind' and 'max_bits' in '{}'", key));
    std::ranges::stable_sort(accesses, [](const MemoryAccessCost &a, const MemoryAccessCost &b) {
      return a.max_width_bits < b.max_width_bits;
    });
  }

  void schedulers() {
    const YamlNode *node = given("schedulers");
    if (!node)
      return;
    PortSet seen = 0;
    for (const Scheduler &scheduler : core_.schedulers) {
      if ((scheduler.ports & seen) != 0)
        problems_.add(*node, format_text("a port of scheduler '{}' also belongs to another scheduler", scheduler.name));
      seen |= scheduler.ports;
    }
    const bool any_queued =
        std::ranges::any_of(core_.schedulers, [](const Scheduler &scheduler) { return scheduler.is_queued; });
    if (any_queued && !core_.scheduler_queue)
      problems_.add(*node, "a scheduler is 'queued', but there is no 'scheduler_queue'");
  }

private:
  /// What the file itself has, as opposed to inherited values.
  [[nodiscard]] const YamlNode *given(std::string_view key) const {
    const auto found =
        std::ranges::find_if(node_.entries, [&](const YamlEntry &entry) { return entry.key.text == key; });
    return found == node_.entries.end() ? nullptr : &found->value;
  }

  const YamlNode &node_;
  Core &core_;
  Problems &problems_;
};

} // namespace

void check_core(const YamlNode &node, const std::vector<Port> &inherited_ports, Core &core, Problems &problems) {
  CoreChecks checks(node, core, problems);
  checks.ports(inherited_ports);
  checks.front_end();
  checks.accesses("loads", core.loads);
  checks.accesses("stores", core.stores);
  checks.schedulers();
}

// The `forms:` part of a model.

namespace {

// Limits for one file, because each entry is copied and each glob is tried on every opcode.
constexpr std::size_t max_entries = 100'000;
constexpr std::size_t max_patterns = 4'000;

/// The fields of a form except its names.
FormEntry read_figures(Fields &fields, const std::vector<Port> &ports, ReadContext &context) {
  FormEntry entry;
  fields::YamlPass pass(fields, ports, context);
  describe(pass, entry);
  for (const std::string_view key : {"load_latency", "forward"})
    if (const YamlNode *node = fields.find(key); node && !entry.complete)
      context.problems.add(
          *node,
          format_text(
              "'{}' requires 'complete: true'; without it, the figure comes from the core's 'loads' or 'stores'", key));
  return entry;
}

/// Collects entries, and reports ambiguous or too many entries.
class FormCollector {
public:
  FormCollector(MachineModel::Data &data, ReadContext &context) : data_(data), context_(context) {}

  void add(const YamlNode &name, const FormEntry &figures) {
    context_.check_pattern(name);
    if (data_.forms.size() + data_.patterns.size() >= max_entries || data_.patterns.size() >= max_patterns) {
      if (!refused_)
        context_.problems.add(
            name, format_text("too many forms; the limit is {} names and {} globs", max_entries, max_patterns));
      refused_ = true;
      return;
    }
    if (!is_glob(name.text)) {
      const auto [first, fresh] = line_of_.emplace(name.text, name.line);
      if (!fresh) {
        context_.problems.add(
            name, format_text("opcode '{}' is listed twice; the first entry is in line {}", name.text, first->second));
        return;
      }
    }
    FormEntry entry = figures;
    entry.opcode = name.text;
    (is_glob(name.text) ? data_.patterns : data_.forms).push_back(std::move(entry));
  }

private:
  MachineModel::Data &data_;
  ReadContext &context_;
  std::map<std::string, int> line_of_;
  bool refused_ = false;
};

} // namespace

void read_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context) {
  FormCollector collector(data, context);
  read_matching_entries(
      node, "forms", "a form", context, [&](Fields &fields) { return read_figures(fields, data.core.ports, context); },
      [&](const YamlNode &name, const FormEntry &figures) { collector.add(name, figures); });
  std::ranges::sort(data.forms, [](const FormEntry &a, const FormEntry &b) { return a.opcode < b.opcode; });
}

} // namespace osaca
