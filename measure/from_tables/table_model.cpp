#include "measure/from_tables/table_model.h"

#include "base/format.h"
#include "decode/decoder.h"
#include "measure/file/measurement_file.h"
#include "measure/from_tables/port_fit.h"
#include "measure/from_tables/relatives.h"
#include "measure/from_tables/table_entries.h"
#include "measure/from_tables/vector_entries.h"
#include "measure/from_tables/vector_table.h"
#include "measure/tables/model_figures.h"
#include "model/library/library.h"
#include "model/read/model_reader.h"
#include "yaml/tree.h"

#include <algorithm>
#include <sstream>

namespace osaca::measure::from_tables {

namespace {

constexpr std::string_view begin_mark = "  # ---- from tables";
constexpr std::string_view end_mark = "  # ---- end of the part from tables";

/// The text without the lines between marks.
std::string without_marked_parts(const std::string &yaml) {
  std::istringstream lines(yaml);
  std::string out;
  bool marked = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(begin_mark))
      marked = true;
    if (!marked)
      out += line + "\n";
    if (line.starts_with(end_mark))
      marked = false;
  }
  return out;
}

Expected<MachineModel::Data> shipped_data(const std::string &name) {
  OSACA_TRY(const MachineModel model, ModelLibrary::shipped().load(name));
  return model.data();
}

Expected<MachineModel> read_text(const std::string &yaml, const std::string &file) {
  ReadModelOptions options;
  options.base_model = shipped_data;
  ModelReading reading = read_model(yaml, file, options);
  if (!reading.data)
    return reading.problems.front();
  return MachineModel(*std::move(reading.data));
}

const YamlNode *value_of(const YamlNode *map, std::string_view key) {
  if (map == nullptr)
    return nullptr;
  const auto found = std::ranges::find_if(map->entries, [&](const YamlEntry &entry) { return entry.key.text == key; });
  return found == map->entries.end() ? nullptr : &found->value;
}

struct TableSource {
  std::string text;
  bool is_composed = false; ///< the tables are of another core
};

/// A source of the description. Error: it has none with this key and a text.
Expected<TableSource> source_in(const std::string &description, const std::string &key) {
  OSACA_TRY(const YamlNode file, parse_yaml(description, "the description"));
  const YamlNode *source = value_of(value_of(&file, "sources"), key);
  const YamlNode *kind = value_of(source, "kind");
  const YamlNode *text = value_of(source, "text");
  if (kind == nullptr || text == nullptr || text->text.empty())
    return Error{format_text("the description of the core has no source '{}' with a text", key)};
  return TableSource{text->text, kind->text == "composed"};
}

std::string sources_text(const std::vector<DerivedSource> &sources) {
  std::string out = format_text("{}\n", begin_mark);
  for (const DerivedSource &one : sources)
    out += format_text("  {}: {{kind: {}, text: {}}}\n", one.key, one.kind, yaml_quoted(one.text));
  return out + format_text("{}\n", end_mark);
}

/// The description with the derived sources, and with these forms at its end.
Expected<std::string> with_parts(const std::string &description, const std::string &sources, const std::string &forms) {
  constexpr std::string_view head = "\nsources:\n";
  const std::size_t place = description.find(head);
  if (place == std::string::npos)
    return Error{"the description of the core has no 'sources:' on a line of its own"};
  std::string out = description;
  out.insert(place + head.size(), sources);
  if (out.find("\nforms:\n") == std::string::npos)
    out += "\nforms:\n";
  return out + format_text("{}: {}\n{}{}\n", begin_mark, "written by 'osaca model from-tables'", forms, end_mark);
}

std::string vector_part(const VectorEntries &entries) {
  if (entries.yaml.empty())
    return "";
  return format_text("{}: {}\nvector_forms:\n{}{}\n", begin_mark, "written by 'osaca model from-tables'", entries.yaml,
                     end_mark);
}

/// The shortest exact throughput of the forms that no scheduling model of LLVM distinguishes from this one (`mul` and
/// `imul` with one operand). Empty: there is none.
std::optional<double> throughput_of_equals(const KnownForm &form, const TableForms &forms, const Catalogue &catalogue) {
  std::optional<double> least;
  for (const auto &[opcode, figures] : forms.figures)
    if (const KnownForm *other = catalogue.find(opcode);
        other != nullptr && opcode != form.opcode && figures.throughput_cycles && !figures.throughput_is_bound &&
        other->operands == form.operands && other->traits == form.traits &&
        other->instruction.operands.size() == form.instruction.operands.size())
      least = std::min(*figures.throughput_cycles, least.value_or(*figures.throughput_cycles));
  return least;
}

/// Where a table only bounds a throughput and LLVM's ports keep to the bound, theirs is the throughput. It is, too, if
/// LLVM's ports explain the throughput of the form as an idiom: whatever made its other rows slower was not the ports.
/// If rows show that forms like it are slower than LLVM's ports allow, so is the form.
void settle_bounds(TableForms &forms, const Catalogue &catalogue, const PortFitter &fitter) {
  std::vector<std::pair<TableFigures *, double>> slower;
  for (auto &[opcode, figures] : forms.figures) {
    const KnownForm *form = catalogue.find(opcode);
    if (form == nullptr || form->instruction.loads || form->instruction.stores)
      continue;
    const double cycles = port_throughput(fitter.pipelined_demands(*form));
    constexpr double most_disturbed = 1.5;
    const bool explains_idiom = figures.as_idiom_cycles && throughputs_agree(cycles, *figures.as_idiom_cycles) &&
                                figures.throughput_cycles < most_disturbed * cycles;
    if ((figures.throughput_is_bound || explains_idiom) && cycles > 0 && cycles <= figures.throughput_cycles) {
      constexpr double slow = 2.5; // such a chain has a multiplication
      if (figures.throughput_is_bound && figures.throughput_cycles >= slow && writes_fixed_pair(form->instruction))
        if (const std::optional<double> known = throughput_of_equals(*form, forms, catalogue);
            known && *known > cycles && *known <= figures.throughput_cycles)
          slower.emplace_back(&figures, *known);
      figures.throughput_cycles = cycles;
    }
  }
  for (const auto &[figures, known] : slower) {
    figures->throughput_cycles = known;
    figures->throughput_is_bound = false;
  }
}

} // namespace

Expected<Description> read_description(const std::string &yaml, const std::string &file) {
  std::string text = without_marked_parts(yaml);
  OSACA_TRY(MachineModel model, read_text(text, file));
  if (model.data().compiler_cpu.empty())
    return Error{"the description of the core needs 'compiler_cpu', LLVM's core that has the ports", {file, 0, 0}};
  return Description{std::move(text), std::move(model)};
}

Expected<TableModel> model_from_tables(const Description &description, const std::vector<PublishedTable> &tables,
                                       const std::string &source) {
  const MachineModel &core = description.model;
  OSACA_TRY(const TableSource known, source_in(description.text, source));
  OSACA_TRY(const Catalogue catalogue, Catalogue::create(core.data().isa, core.data().compiler_cpu));
  OSACA_TRY(TableForms forms, forms_in_tables(tables, catalogue, core));
  PortFitter fitter(core);
  settle_bounds(forms, catalogue, fitter);
  for (const auto &[opcode, figures] : forms.figures)
    if (const KnownForm *form = catalogue.find(opcode);
        figures.throughput_cycles && !form->instruction.loads && !form->instruction.stores)
      fitter.learn(*form, {*figures.throughput_cycles, figures.throughput_is_bound, figures.demands});
  const Relatives relatives(catalogue, forms, fitter);
  const TableEvidence evidence{catalogue, forms, relatives, fitter, source};
  OSACA_TRY(VectorTable vectors, vector_rows(tables, catalogue));
  add_missing_settings(vectors, catalogue);
  add_indexed_accesses(vectors, catalogue);
  std::vector<DerivedSource> derived;
  if (!forms.figures.empty())
    derived = derived_sources(source, known.text, core.data().compiler_cpu, known.is_composed);
  if (std::ranges::all_of(forms.figures, [](const auto &form) { return form.second.demands.empty(); }))
    std::erase_if(derived,
                  [&](const DerivedSource &one) { return one.key == source_key(source, PortOrigin::published); });
  if (!vectors.cycles.empty())
    derived.push_back(vector_source(source, known.text, core.data().compiler_cpu));
  const std::string sources = sources_text(derived);
  const EntryList of_registers = register_entries(evidence, core);
  OSACA_TRY(const std::string first, with_parts(description.text, sources, of_registers.yaml()));
  OSACA_TRY(const MachineModel with_registers, read_text(first, "the new model"));
  const EntryList of_memory = memory_entries(evidence, with_registers);
  OSACA_TRY(const VectorEntries of_vectors,
            vector_entries(vectors, catalogue, fitter, core, vectors.cycles.empty() ? "" : derived.back().key));
  TableModel made;
  OSACA_TRY(made.yaml, with_parts(description.text, sources, of_registers.yaml() + of_memory.yaml()));
  made.yaml += vector_part(of_vectors);
  made.rows = forms.rows + vectors.rows;
  made.idioms = forms.idioms;
  made.unreadable = forms.unreadable + vectors.unreadable;
  if (of_vectors.forms > 0)
    made.by_basis[derived.back().key] = of_vectors.forms;
  for (const EntryList *list : {&of_registers, &of_memory})
    for (const auto &[key, count] : list->forms_by_source())
      made.by_basis[key] += count;
  return made;
}

} // namespace osaca::measure::from_tables
