#include "measure/memory/overlay_file.h"

#include "measure/file/yaml_text.h"

namespace osaca::measure::memory {
namespace {

constexpr const char *source_name = "here";

const char *composition_name(Composition composition) {
  switch (composition) {
  case Composition::serial: return "serial";
  case Composition::overlapped: return "overlapped";
  case Composition::unknown: break;
  }
  return "unknown";
}

/// Lines of a map, with what is not known left out.
class MapText {
public:
  explicit MapText(std::string indent) : indent_(std::move(indent)) {}
  void add(const std::string &key, const std::string &value) {
    text_ += (text_.empty() ? "" : indent_) + key + ": " + value + "\n";
  }
  void add_known(const std::string &key, int value) {
    if (value != 0)
      add(key, std::to_string(value));
  }
  void add_known(const std::string &key, const Cycles &value) {
    if (!value.is_zero())
      add(key, value.text(4));
  }
  [[nodiscard]] const std::string &text() const { return text_; }

private:
  std::string indent_;
  std::string text_;
};

std::string level_text(const MemoryLevel &level) {
  MapText text("      ");
  text.add("name", level.name);
  text.add_known("bytes", level.bytes);
  text.add_known("ways", level.ways);
  text.add("shared_by", std::to_string(level.shared_by));
  text.add_known("line_banks", level.line_banks);
  if (level.victim)
    text.add("victim", "true");
  text.add_known("latency", level.latency_cycles);
  text.add_known("far_latency", level.far_latency_cycles);
  text.add("read_cycles", level.read_cycles.text(4));
  text.add("write_cycles", level.write_cycles.text(4));
  if (level.full_duplex)
    text.add("full_duplex", "true");
  text.add("composition", composition_name(level.composition));
  text.add_known("parallel_misses", level.parallel_misses);
  text.add("source", source_name);
  return "    - " + text.text();
}

std::string domain_text(const MemoryDomain &domain) {
  MapText text("    ");
  text.add("cores", std::to_string(domain.cores));
  text.add_known("read_mb_per_s", domain.read_mb_per_s);
  text.add_known("copy_mb_per_s", domain.copy_mb_per_s);
  text.add("source", source_name);
  return "  domain:\n    " + text.text();
}

} // namespace

std::string source_text_of(const MeasuredMachine &machine) {
  return "osaca measure memory on " + machine.cpu + " (" + machine.llvm_cpu + "), " + machine.date +
         ": walks through memory timed in user space; what is behind the second level is this machine's, that day";
}

std::string overlay_yaml(const MeasuredMachine &machine, const MemoryHierarchy &memory) {
  MapText text("  ");
  text.add("line_bytes", std::to_string(memory.line_bytes));
  text.add("l1_bytes", std::to_string(memory.l1_bytes));
  text.add_known("l1_ways", memory.l1_ways);
  text.add("l1_composition", composition_name(memory.l1_composition));
  if (memory.revisits_transfer)
    text.add("revisits_transfer", "true");
  text.add_known("streaming_store_cycles", memory.streaming_store_cycles);
  text.add_known("tlb_reach_bytes", memory.tlb_reach_bytes);
  text.add_known("clock_mhz", memory.clock_mhz);
  text.add("source", source_name);
  std::string out = "schema: osaca-memory-1\ntitle: " + yaml_quoted("memory of " + machine.cpu + ", " + machine.date) +
                    "\nsources:\n  " + source_name +
                    ":\n    kind: measured\n    text: " + yaml_quoted(source_text_of(machine)) + "\nmemory:\n  " +
                    text.text();
  if (!memory.levels.empty())
    out += "  levels:\n";
  for (const MemoryLevel &level : memory.levels)
    out += level_text(level);
  if (memory.domain)
    out += domain_text(*memory.domain);
  return out;
}

} // namespace osaca::measure::memory
