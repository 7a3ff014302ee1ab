// Reads reports from JSON: the inverse of render/json/json_documents.cpp. Everything that the text report shows is
// restored. A field that the document's version does not have keeps its default.
#include "osaca/read_report.h"

#include "base/format.h"
#include "base/parallel.h"
#include "base/source_location.h"
#include "collection/loop_details.h"
#include "pipeline/read/json_document.h"
#include "pipeline/read/report_fields.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr InstructionNote instruction_notes[] = {
    InstructionNote::fused_with_next,      InstructionNote::breaks_dependency,
    InstructionNote::waits_for_flags_only, InstructionNote::stack_pointer_synchronised,
    InstructionNote::eliminated,           InstructionNote::high_byte_joined,
    InstructionNote::absent_from_core};

constexpr double most_iterations = 1e18;

SourceLocation place(const JsonField &field) {
  return {file_name_or_nothing(field.at("file").text()), field.at("line").number(0, most_lines),
          field.number_or("column", 0, 0, most_lines)};
}

Finding finding(const JsonField &field, std::size_t instruction_count) {
  Finding out;
  out.rule = field.at("rule").text();
  out.severity = kind_named<Severity>(
      field.at("severity"), {{"note", Severity::note}, {"warning", Severity::warning}, {"error", Severity::error}});
  const std::string message = field.at("message").text();
  out.where = place(field);
  out.facts = WrittenFinding{message, field.at("fix").text()};
  out.instructions = indices(field.at("instructions"), instruction_count);
  const JsonField steps = field.at("steps");
  if (steps.size() == 0)
    return out;
  std::vector<FindingStep> &read = out.steps.edit();
  read.reserve(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    read.push_back({place(steps.at(i)), WrittenStep{steps.at(i).at("text").text()}});
  return out;
}

class KernelReader {
public:
  KernelReader(const JsonField &kernel, ReportDetail detail) : json_(kernel), detail_(detail) {}

  KernelReport read() {
    describe();
    instructions();
    out_.uncertainty = uncertainty(json_.at("prediction"), out_.instructions.size());
    bounds();
    out_.critical_path = chain(json_.at("critical_path_chain"));
    stalls();
    const JsonField findings = json_.at("findings");
    out_.findings.reserve(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i)
      out_.findings.push_back(finding(findings.at(i), out_.instructions.size()));
    if (json_.has("findings_if_hot")) {
      const JsonField if_hot = json_.at("findings_if_hot");
      for (std::size_t i = 0; i < if_hot.size(); ++i)
        out_.findings_if_hot.push_back(finding(if_hot.at(i), out_.instructions.size()));
    }
    if (json_.has("result_latencies")) {
      out_.is_function = true;
      const JsonField results = json_.at("result_latencies");
      for (std::size_t i = 0; i < results.size(); ++i)
        out_.result_latencies.push_back(result_latency(results.at(i)));
    }
    if (json_.has("calls")) {
      const JsonField calls = json_.at("calls");
      for (std::size_t i = 0; i < calls.size(); ++i)
        out_.calls.push_back(called_function(calls.at(i)));
    }
    if (json_.has("memory") && (keeps_all() || json_.at("memory").has("data_in")))
      out_.memory = memory_report(json_.at("memory"), out_.instructions.size());
    if (keeps_all())
      details();
    return std::move(out_);
  }

private:
  [[nodiscard]] bool keeps_all() const { return detail_ == ReportDetail::all; }

  void instructions() {
    if (keeps_all()) {
      const JsonField ports = json_.at("ports");
      for (std::size_t i = 0; i < ports.size(); ++i)
        read_port(ports.at(i));
    }
    const JsonField lines = json_.at("instructions");
    out_.instructions.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
      out_.instructions.push_back(line(lines.at(i)));
  }

  /// The members that without_details() removes.
  void details() {
    arch_notes();
    out_.confidence = confidence(json_.at("prediction"));
    const JsonField chains = json_.at("loop_carried_chains");
    for (std::size_t i = 0; i < chains.size(); ++i)
      out_.loop_carried.push_back(chain(chains.at(i)));
    dependencies();
    if (json_.has("roofline"))
      out_.roofline = roofline_report(json_.at("roofline"));
    timeline();
  }

  void describe() {
    out_.name = json_.at("name").text();
    out_.function = json_.at("function").text();
    out_.source = place(json_.at("source"));
    out_.input = place(json_.at("input"));
    out_.role = loop_role_named(json_.at("role").text());
    const JsonField path = json_.at("path");
    out_.path.written = path.at("description").text();
    out_.path_number = path.at("number").number(0);
    out_.path_count = path.at("count").number(0);
    out_.paths_truncated = path.at("truncated").boolean();
    if (path.has("probability") && path.has("followed"))
      out_.path_share = PathShare{path.at("probability").real(0, 1), path.at("followed").real(0, 1)};
    frequency();
    mispredictions();
    out_.not_vectorised = json_.text_or("not_vectorised", "");
    if (json_.has("written"))
      if (const SourceLocation where = place(json_.at("written").at("source")); where.known())
        out_.written = WrittenElsewhere{json_.at("written").at("function").text(), where};
    if (json_.has("part"))
      out_.part = {json_.at("part").at("number").number(1), json_.at("part").at("count").number(1)};
    mix();
    out_.arch = json_.at("arch").text();
    out_.arch_title = json_.at("arch_title").text();
    out_.figures_version = json_.text_or("figures_version", "");
    out_.annotation = json_.at("annotation").number(-1);
    const JsonField prediction = json_.at("prediction");
    out_.cycles_per_iteration = prediction.at("cycles_per_iteration").cycles();
    out_.bound_by = bound_kind(prediction.at("bound_by"));
    out_.bound_is_known = prediction.boolean_or("bound_is_known", true);
    if (prediction.has("simulated_cycles"))
      out_.simulated_cycles = prediction.at("simulated_cycles").cycles();
    out_.vector_bits = prediction.number_or("vector_bits", 0, 0, 1 << 20);
    if (prediction.has("source_iterations"))
      out_.source_iterations = prediction.at("source_iterations").number(0);
    out_.complete = !prediction.boolean_or("lower_bound_only", false);
    out_.branches_back = prediction.boolean_or("branches_back", true);
    if (json_.has("short_runs"))
      out_.short_runs = short_runs(json_.at("short_runs"));
    if (json_.has("example_of_short_runs"))
      out_.example_of_short_runs = example_of_short_runs(json_.at("example_of_short_runs"));
    if (json_.has("unaligned_arrays"))
      out_.unaligned_arrays = unaligned_arrays(json_.at("unaligned_arrays"));
    if (json_.has("code_placement"))
      out_.placement = code_placement(json_.at("code_placement"));
  }

  void frequency() {
    if (!json_.has("frequency"))
      return;
    const JsonField field = json_.at("frequency");
    out_.frequency = {
        kind_named<LoopFrequency::Source>(field.at("source"), {{"profile", LoopFrequency::Source::profile},
                                                               {"estimate", LoopFrequency::Source::estimate}}),
        field.at("iterations").real(0, most_iterations), field.at("entries").real(0, most_iterations)};
  }

  void mispredictions() {
    if (!json_.has("mispredictions"))
      return;
    using RateSource = Mispredictions::RateSource;
    const JsonField field = json_.at("mispredictions");
    Mispredictions &wrong = out_.mispredictions.emplace();
    wrong.rate_source =
        kind_named<RateSource>(field.at("told_by"), {{"user", RateSource::user}, {"profile", RateSource::profile}});
    wrong.branches = field.at("branches").number(1);
    wrong.rate = field.at("rate").real(0, 1);
    wrong.per_iteration = field.at("per_iteration").real(0, most_iterations);
    if (field.has("cycles_each"))
      wrong.cycles_each = field.at("cycles_each").real(0, most_iterations);
  }

  void mix() {
    if (!json_.has("mix"))
      return;
    const JsonField field = json_.at("mix");
    const auto count = [&field](const char *name) { return field.number_or(name, 0, 0, 1 << 24); };
    out_.mix = {.instructions = count("instructions"),
                .calls = count("calls"),
                .branches = count("branches"),
                .arithmetic = count("arithmetic"),
                .loads = count("loads"),
                .strided_accesses = count("strided_accesses"),
                .narrow_accesses = count("narrow_accesses")};
  }

  void arch_notes() {
    for (std::string &text : texts(json_.at("arch_notes")))
      out_.arch_notes.push_back({ArchNote::Kind::remark, std::move(text)});
    if (!json_.has("arch_note_kinds"))
      return;
    const JsonField kinds = json_.at("arch_note_kinds");
    for (std::size_t i = 0; i < std::min(kinds.size(), out_.arch_notes.size()); ++i)
      out_.arch_notes[i].kind =
          kind_named<ArchNote::Kind>(kinds.at(i), {{"remark", ArchNote::Kind::remark},
                                                   {"borrowed_figures", ArchNote::Kind::borrowed_figures},
                                                   {"in_order", ArchNote::Kind::in_order},
                                                   {"assumed_core", ArchNote::Kind::assumed_core}});
  }

  void read_port(const JsonField &field) {
    const auto kind = kind_named<PortColumnKind>(field.at("kind"), {{"execution", PortColumnKind::execution},
                                                                    {"load", PortColumnKind::load},
                                                                    {"store", PortColumnKind::store},
                                                                    {"divider", PortColumnKind::divider}});
    out_.ports.push_back({field.at("name").text(), kind, field.at("cycles").cycles()});
  }

  InstructionLine line(const JsonField &field) {
    InstructionLine out;
    out.line = field.at("line").number(0);
    out.text = field.at("text").text();
    out.opcode = field.at("opcode").text();
    out.source = place(field.at("source"));
    const JsonField sites = field.at("inlined_at");
    for (std::size_t i = 0; i < sites.size(); ++i)
      out.inlined_at.push_back(place(sites.at(i)));
    out.unknown = field.at("unknown").boolean();
    if (!keeps_all())
      return out;
    const JsonField shares = field.at("ports");
    for (const PortColumn &port : out_.ports)
      out.port_cycles.push_back(shares.has(port.name.c_str()) ? shares.at(port.name.c_str()).cycles() : Cycles(0));
    out.latency_cycles = field.at("latency").cycles();
    out.on_critical_path = field.at("on_critical_path").boolean();
    out.critical_path_cycles = field.at("critical_path").cycles();
    out.on_loop_carried = field.at("on_lcd").boolean();
    out.loop_carried_cycles = field.at("lcd").cycles();
    if (field.has("taken_probability"))
      out.taken_probability = field.at("taken_probability").real(0, 1);
    out.callee = field.text_or("callee", "");
    for (const std::string &name : texts(field.at("notes")))
      if (const auto *note = std::find_if(std::begin(instruction_notes), std::end(instruction_notes),
                                          [&](InstructionNote known) { return name_of(known) == name; });
          note != std::end(instruction_notes))
        out.notes.push_back(*note);
    out.origin = origin_named(field.at("origin").text()).value_or(Origin::unknown);
    out.source_of_figures = field.at("source_of_figures").text();
    return out;
  }

  void bounds() {
    const JsonField values = json_.at("bounds");
    const JsonField words = json_.at("explanations");
    constexpr std::size_t usual_count = 6; // a vector that grows keeps room for more
    out_.bounds.reserve(usual_count);
    for (BoundKind kind : {BoundKind::ports, BoundKind::divider, BoundKind::front_end, BoundKind::stores,
                           BoundKind::loop_carried, BoundKind::memory}) {
      const std::string key(name_of(kind));
      if (!values.has(key.c_str()) && (kind == BoundKind::stores || kind == BoundKind::memory))
        continue; // an older version without this bound, or the loop has none
      out_.bounds.push_back(
          {kind, values.at(key.c_str()).cycles(), WrittenExplanation{words.text_or(key.c_str(), "")}});
    }
  }

  DependencyChain chain(const JsonField &field) {
    DependencyChain out;
    out.cycles = field.at("cycles").cycles();
    out.iterations = field.at("iterations").number(0);
    if (!keeps_all())
      return out;
    const JsonField links = field.at("links");
    for (std::size_t i = 0; i < links.size(); ++i) {
      const JsonField link = links.at(i);
      out.links.push_back({instruction(link.at("instruction")), link.at("cycles").cycles(),
                           WrittenCarrier{link.at("via").text()}, link.at("through_memory").boolean(),
                           link.at("crosses_iteration").boolean()});
    }
    return out;
  }

  void dependencies() {
    const JsonField edges = json_.at("dependencies");
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const JsonField edge = edges.at(i);
      out_.edges.push_back({instruction(edge.at("from")), instruction(edge.at("to")), edge.at("distance").number(0),
                            edge.at("cycles").cycles(), WrittenCarrier{edge.at("via").text()},
                            edge.at("through_memory").boolean()});
    }
  }

  void timeline() {
    if (!json_.has("timeline"))
      return;
    const JsonField uops = json_.at("timeline");
    for (std::size_t i = 0; i < uops.size(); ++i) {
      const JsonField uop = uops.at(i);
      out_.timeline.push_back({uop.at("iteration").number(0), instruction(uop.at("instruction")), uop.at("port").text(),
                               uop.at("dispatched").number(0), uop.at("ready").number(0), uop.at("issued").number(0)});
    }
  }

  void stalls() {
    if (!json_.has("stalls"))
      return;
    const JsonField stalls = json_.at("stalls");
    for (std::size_t i = 0; i < stalls.size(); ++i) {
      const JsonField stall = stalls.at(i);
      Stall out;
      out.instruction = instruction(stall.at("instruction"));
      out.cause = kind_named<Stall::Cause>(stall.at("cause"), {{"value", Stall::Cause::value},
                                                               {"port", Stall::Cause::port},
                                                               {"pairing", Stall::Cause::pairing},
                                                               {"write_order", Stall::Cause::write_order},
                                                               {"width", Stall::Cause::width}});
      out.cycles = stall.at("cycles").cycles();
      if (stall.has("of")) {
        out.of = instruction(stall.at("of"));
        out.distance = stall.at("distance").number(0);
      }
      out.port = stall.text_or("port", "");
      out_.stalls.push_back(std::move(out));
    }
  }

  [[nodiscard]] int instruction(const JsonField &field) const {
    return field.number(0, static_cast<int>(out_.instructions.size()) - 1);
  }

  const JsonField &json_;
  ReportDetail detail_;
  KernelReport out_;
};

Report report_of(const JsonField &document, ReportDetail detail) {
  const std::string schema = document.at("schema").text();
  if (schema != "osaca-report-1")
    document.at("schema").fail(format_text("unknown version '{}'", schema.substr(0, 40)));
  Report report;
  const JsonField kernels = document.at("kernels");
  report.kernels.reserve(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i)
    report.kernels.push_back(KernelReader(kernels.at(i), detail).read());
  const JsonField annotated = document.at("annotated");
  for (std::size_t i = 0; i < annotated.size(); ++i) {
    const JsonField item = annotated.at(i);
    AnnotationReport annotation;
    annotation.source = place(item);
    annotation.status = kind_named<AnnotationStatus>(item.at("status"), {{"analysed", AnnotationStatus::analysed},
                                                                         {"vanished", AnnotationStatus::vanished},
                                                                         {"not_a_loop", AnnotationStatus::not_a_loop}});
    annotation.reason = item.at("reason").text();
    if (item.has("asked_by"))
      annotation.requested_by = kind_named<RequestedBy>(
          item.at("asked_by"),
          {{"pragma", RequestedBy::pragma}, {"function", RequestedBy::function}, {"all", RequestedBy::all}});
    annotation.kernels = indices(item.at("kernels"), report.kernels.size());
    if (item.has("findings")) {
      const JsonField findings = item.at("findings");
      for (std::size_t f = 0; f < findings.size(); ++f)
        annotation.findings.push_back(finding(findings.at(f), 0));
    }
    report.annotated.push_back(std::move(annotation));
  }
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (report.kernels[i].annotation >= static_cast<int>(report.annotated.size()))
      kernels.at(i).at("annotation").fail("the annotation does not exist");
  const JsonField problems = document.at("problems");
  for (std::size_t i = 0; i < problems.size(); ++i)
    report.problems.push_back({problems.at(i).at("message").text(), place(problems.at(i))});
  if (document.has("notes"))
    report.notes = texts(document.at("notes"));
  if (document.has("compilers"))
    for (std::string &compiler : texts(document.at("compilers")))
      report.compilers.insert(std::move(compiler));
  return detail == ReportDetail::all ? report : without_details(std::move(report));
}

} // namespace

Expected<Report> read_report(const std::string &json, const std::string &name, ReportDetail detail) {
  return read_json_document<Report>(json, name, "report",
                                    [detail](const JsonField &document) { return report_of(document, detail); });
}

std::vector<Expected<Report>> read_reports(const std::vector<NamedJson> &documents, int jobs) {
  std::vector<Expected<Report>> reports(documents.size(), Expected<Report>(Report{}));
  for_each_index(jobs, documents.size(), [&](int, std::size_t index) {
    reports[index] = read_report(documents[index].json, documents[index].name);
  });
  return reports;
}

} // namespace osaca
