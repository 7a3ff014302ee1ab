#include "model/compiled/compiled_model.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "model/compiled/model_archive.h"
#include "model/fields/core_fields.h"
#include "model/fields/model_fields.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr std::string_view magic = "OSACAMDL";
constexpr std::uint32_t version = 37;

enum Section { summary, details, records, rule_sets, offsets, forms, strings, section_count };

struct SectionEntry {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

struct Header {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t size = 0;
  std::array<char, fingerprint_digits> fingerprint{}; ///< of everything after the header
  std::array<SectionEntry, section_count> sections{};
};

struct Record {
  std::uint32_t name = 0;
  std::uint16_t name_size = 0;
  std::uint16_t rule_set = 0;
  std::uint32_t form_plus_one = 0;
};

static_assert(sizeof(Header) == 16 + fingerprint_digits + 8 * section_count && sizeof(Record) == 12 &&
                  sizeof(RuleMatches) == 56,
              "these are stored as they are");

/// Element i of an array of T that is stored in `bytes`; zero if there is none.
template <class T> T element(std::string_view bytes, std::size_t i) {
  T value{};
  if (i < bytes.size() / sizeof(T))
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}

// ---- writing ----

class TableBuilder {
public:
  void add(const std::string &opcode, const std::optional<FormEntry> &form, const RuleMatches &rules) {
    if (!form && rules == RuleMatches())
      return;
    Record record;
    record.name = static_cast<std::uint32_t>(parts[strings].size());
    record.name_size = static_cast<std::uint16_t>(opcode.size());
    record.rule_set = rule_set(rules);
    record.form_plus_one = form ? form_number(*form) + 1 : 0;
    append(parts[records], record);
    parts[strings] += opcode;
    if (form)
      ++coverage.forms[form->cost.provenance.origin];
  }

  std::array<std::string, section_count> parts;
  SourceList sources;
  Coverage coverage;

private:
  std::uint16_t rule_set(const RuleMatches &rules) {
    std::string key;
    append(key, rules);
    const auto [found, fresh] = rule_set_numbers_.emplace(key, rule_set_numbers_.size());
    if (fresh)
      parts[rule_sets] += key;
    return static_cast<std::uint16_t>(found->second);
  }

  std::uint32_t form_number(FormEntry form) {
    ByteWriter writer;
    fields::ArchivePass pass(writer, sources);
    fields::describe_stored(pass, form);
    const auto [found, fresh] = form_numbers_.emplace(writer.bytes(), form_numbers_.size());
    if (fresh) {
      append(parts[offsets], static_cast<std::uint32_t>(parts[forms].size()));
      parts[forms] += writer.bytes();
    }
    return static_cast<std::uint32_t>(found->second);
  }

  std::map<std::string, std::size_t> rule_set_numbers_;
  std::map<std::string, std::size_t> form_numbers_;
};

std::string assemble(std::array<std::string, section_count> &parts) {
  Header header;
  std::ranges::copy(magic, header.magic.begin());
  header.version = version;
  std::string body;
  for (std::size_t i = 0; i < section_count; ++i) {
    body.resize((body.size() + 7) / 8 * 8);
    header.sections[i] = {static_cast<std::uint32_t>(sizeof header + body.size()),
                          static_cast<std::uint32_t>(parts[i].size())};
    body += parts[i];
  }
  header.size = static_cast<std::uint32_t>(sizeof header + body.size());
  std::ranges::copy(fingerprint_of(body).text(), header.fingerprint.begin());
  std::string block;
  append(block, header);
  return block + body;
}

// ---- reading ----

/// The sections of a block with a valid header.
class Block {
public:
  static Expected<Block> open(std::string_view bytes) {
    Block block;
    if (bytes.size() < sizeof(Header))
      return Error{format_text("compiled model is truncated: it has only {} bytes", bytes.size())};
    std::memcpy(&block.header_, bytes.data(), sizeof(Header));
    if (!std::equal(magic.begin(), magic.end(), block.header_.magic.begin()))
      return Error{"not a compiled model"};
    if (block.header_.version != version)
      return Error{format_text("compiled model has version {}, but this program reads version {}; rebuild the models",
                               block.header_.version, version)};
    if (block.header_.size != bytes.size())
      return Error{"compiled model has the wrong size"};
    for (const SectionEntry &entry : block.header_.sections)
      if (entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset)
        return Error{"compiled model is damaged: a section exceeds its end"};
    block.bytes_ = bytes;
    return block;
  }

  [[nodiscard]] std::string_view section(Section number) const {
    const SectionEntry &entry = header_.sections[number];
    return bytes_.substr(entry.offset, entry.size);
  }

  [[nodiscard]] std::string fingerprint() const { return {header_.fingerprint.begin(), header_.fingerprint.end()}; }

private:
  Header header_;
  std::string_view bytes_;
};

PortSet known_ports(const Core &core) {
  return core.ports.size() >= 64 ? ~PortSet(0) : (PortSet(1) << core.ports.size()) - 1;
}

bool is_sound(const Core &core, PortSet named_ports) {
  const auto has_width = [](const MemoryAccessCost &access) { return access.max_width_bits > 0; };
  return core.ports.size() <= 64 && (named_ports & ~known_ports(core)) == 0 && Cycles(0) < core.dispatch_width.value &&
         std::ranges::all_of(core.loads, has_width) && std::ranges::all_of(core.stores, has_width);
}

class CompiledTable final : public FormTable {
public:
  CompiledTable(const Block &block, PortSet known, SourceList sources, Coverage coverage)
      : records_(block.section(records)), rule_sets_(block.section(rule_sets)), offsets_(block.section(offsets)),
        forms_(block.section(forms)), strings_(block.section(strings)), known_ports_(known),
        sources_(std::move(sources)), coverage_(std::move(coverage)) {}

  [[nodiscard]] std::optional<FormEntry> find(std::string_view opcode) const override {
    const std::optional<Record> record = record_of(opcode);
    if (!record || record->form_plus_one == 0)
      return std::nullopt;
    const auto offset = element<std::uint32_t>(offsets_, record->form_plus_one - 1);
    if (record->form_plus_one > offsets_.size() / sizeof offset || offset >= forms_.size())
      return std::nullopt;
    ByteReader reader(forms_.substr(offset));
    fields::ArchivePass pass(reader, sources_);
    FormEntry entry;
    fields::describe_stored(pass, entry);
    if (!reader.ok() || (pass.ports() & ~known_ports_) != 0)
      return std::nullopt;
    entry.opcode = opcode;
    return entry;
  }

  [[nodiscard]] RuleMatches rule_matches(std::string_view opcode) const override {
    const std::optional<Record> record = record_of(opcode);
    return record ? element<RuleMatches>(rule_sets_, record->rule_set) : RuleMatches();
  }

  [[nodiscard]] Coverage coverage() const override { return coverage_; }

  [[nodiscard]] std::vector<std::string> opcodes() const override {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count(); ++i)
      if (const auto record = element<Record>(records_, i); record.form_plus_one != 0)
        names.emplace_back(name_of_record(record));
    return names;
  }

private:
  [[nodiscard]] std::size_t count() const { return records_.size() / sizeof(Record); }

  [[nodiscard]] std::string_view name_of_record(const Record &record) const {
    if (record.name > strings_.size())
      return {};
    return strings_.substr(record.name, record.name_size);
  }

  [[nodiscard]] std::optional<Record> record_of(std::string_view opcode) const {
    std::size_t low = 0, high = count();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const auto record = element<Record>(records_, middle);
      const int order = name_of_record(record).compare(opcode);
      if (order == 0)
        return record;
      (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
    }
    return std::nullopt;
  }

  std::string_view records_;
  std::string_view rule_sets_;
  std::string_view offsets_;
  std::string_view forms_;
  std::string_view strings_;
  PortSet known_ports_;
  SourceList sources_;
  Coverage coverage_;
};

} // namespace

Expected<std::string> compile_model(const MachineModel &model, std::span<const std::string> opcode_names) {
  MachineModel::Data data = model.data();
  if (opcode_names.empty())
    return Error{format_text("no opcodes of {} are known, so globs cannot be resolved", name_of(data.isa))};
  TableBuilder table;
  for (const std::string &opcode : opcode_names)
    table.add(opcode, model.find(opcode), model.rule_matches(opcode));
  ModelSummary shown{data.name, data.title, data.isa, data.aliases, data.stand_ins, data.compiler_cpu, table.coverage};
  ByteWriter summary_writer;
  visit(summary_writer, shown);
  table.parts[summary] = summary_writer.bytes();
  ByteWriter core_writer;
  fields::ArchivePass core_pass(core_writer, table.sources);
  describe(core_pass, data.core, fields::Need::required);
  describe_validations(core_pass, data);
  ByteWriter details_writer;
  visit_details(details_writer, data);
  visit(details_writer, table.sources.all());
  table.parts[details] = details_writer.bytes() + core_writer.bytes();
  return assemble(table.parts);
}

Expected<ModelSummary> read_compiled_summary(std::string_view bytes) {
  OSACA_TRY(const Block block, Block::open(bytes));
  ByteReader reader(block.section(summary));
  ModelSummary shown{};
  visit(reader, shown);
  if (!reader.ok())
    return Error{"compiled model is damaged: cannot read its summary"};
  return shown;
}

Expected<std::string> compile_summaries(std::span<const std::string> blocks) {
  std::vector<ModelSummary> all;
  for (const std::string &block : blocks) {
    OSACA_TRY(ModelSummary shown, read_compiled_summary(block));
    all.push_back(std::move(shown));
  }
  ByteWriter writer;
  visit(writer, all);
  return writer.bytes();
}

Expected<std::vector<ModelSummary>> read_summaries(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<ModelSummary> all;
  visit(reader, all);
  if (!reader.ok())
    return Error{"the summaries of the models are damaged"};
  return all;
}

Expected<MachineModel::Data> open_compiled_model(std::string_view bytes) {
  OSACA_TRY(const Block block, Block::open(bytes));
  OSACA_TRY(ModelSummary shown, read_compiled_summary(bytes));
  MachineModel::Data data;
  SourceList sources;
  ByteReader reader(block.section(details));
  visit_details(reader, data);
  visit(reader, sources.all());
  fields::ArchivePass pass(reader, sources);
  describe(pass, data.core, fields::Need::required);
  describe_validations(pass, data);
  if (!reader.ok() || !is_sound(data.core, pass.ports()))
    return Error{"compiled model is damaged: cannot read its core"};
  data.name = shown.name;
  data.title = shown.title;
  data.isa = shown.isa;
  data.aliases = shown.aliases;
  data.stand_ins = shown.stand_ins;
  data.compiler_cpu = shown.compiler_cpu;
  data.figures_version = block.fingerprint();
  data.table = std::make_shared<const CompiledTable>(block, known_ports(data.core), std::move(sources), shown.coverage);
  return data;
}

int compiled_model_version() { return static_cast<int>(version); }

} // namespace osaca
