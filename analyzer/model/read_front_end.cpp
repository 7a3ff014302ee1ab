#include "model/read_front_end.h"

namespace osaca {
namespace {

int required_at(Fields &fields, std::string_view key, int least, int most, ReadContext &context) {
  const YamlNode *node = fields.require(key);
  return node ? integer_of(*node, "'" + std::string(key) + "'", least, most, context.problems).value_or(least) : least;
}

int optional_at(Fields &fields, std::string_view key, int most, ReadContext &context) {
  const YamlNode *node = fields.find(key);
  return node ? integer_of(*node, "'" + std::string(key) + "'", 1, most, context.problems).value_or(0) : 0;
}

Fetch read_fetch(const YamlNode &node, ReadContext &context) {
  Fields fields(node, "'fetch'", context.problems);
  Fetch fetch;
  fetch.block_bytes = required_at(fields, "block_bytes", 1, 4096, context);
  fetch.cache_bytes = optional_at(fields, "cache_bytes", 1 << 24, context);
  fetch.beyond_bytes_per_cycle = optional_at(fields, "beyond_bytes_per_cycle", 4096, context);
  if ((fetch.cache_bytes == 0) != (fetch.beyond_bytes_per_cycle == 0))
    context.problems.add(node, "'cache_bytes' and 'beyond_bytes_per_cycle' mean something only together");
  fetch.provenance = context.source(fields);
  fields.refuse_others();
  return fetch;
}

OpCache read_op_cache(const YamlNode &node, ReadContext &context) {
  Fields fields(node, "'op_cache'", context.problems);
  OpCache cache;
  cache.entries = required_at(fields, "entries", 1, 1 << 20, context);
  cache.entry_ops = required_at(fields, "entry_ops", 1, 64, context);
  cache.decoded_per_cycle = required_at(fields, "decoded_per_cycle", 1, 64, context);
  cache.provenance = context.source(fields);
  fields.refuse_others();
  return cache;
}

} // namespace

void read_front_end(Fields &fields_of_core, Core &core, ReadContext &context) {
  if (const YamlNode *node = fields_of_core.find("fetch"))
    core.fetch = read_fetch(*node, context);
  const YamlNode *node = fields_of_core.find("op_cache");
  if (!node)
    return;
  core.op_cache = read_op_cache(*node, context);
  if (!core.fetch)
    context.problems.add(*node, "'op_cache' needs 'fetch' beside it: its entries are of the same blocks");
}

void read_address_aliasing(Fields &fields_of_core, Core &core, ReadContext &context) {
  const YamlNode *node = fields_of_core.find("address_aliasing");
  if (!node)
    return;
  Fields fields(*node, "'address_aliasing'", context.problems);
  AddressAliasing aliasing;
  aliasing.low_bits = required_at(fields, "low_bits", 1, 32, context);
  aliasing.word_bytes = required_at(fields, "word_bytes", 1, 64, context);
  aliasing.learned = required_at(fields, "learned", 0, 4096, context);
  aliasing.learned_on_stack = required_at(fields, "learned_on_stack", 0, 4096, context);
  aliasing.cycles = fields.cycles("cycles", 0);
  aliasing.provenance = context.source(fields);
  fields.refuse_others();
  core.address_aliasing = std::move(aliasing);
}

} // namespace osaca
