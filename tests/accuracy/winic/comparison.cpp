#include "comparison.h"

#include "common_forms.h"
#include "our_figures.h"

#include "model/opcode_variants.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace osaca::accuracy {
namespace {

constexpr std::size_t examples_per_class = 3;

std::string stem_of(const std::string &opcode, Isa isa) {
  if (isa == Isa::x86_64) {
    const std::string stem = parse_x86_opcode(opcode).stem;
    return stem.empty() ? opcode : stem;
  }
  std::size_t end = 0;
  while (end < opcode.size() && std::isupper(static_cast<unsigned char>(opcode[end])) != 0)
    ++end;
  return opcode.substr(0, std::max<std::size_t>(end, 1));
}

std::string cycles_text(const ComparedFigure &figure) {
  char text[96];
  const std::string ours = figure.ours ? std::to_string(*figure.ours).substr(0, 5) : "none";
  if (figure.published.max - figure.published.min < 0.05)
    std::snprintf(text, sizeof text, "%s, published %.2f", ours.c_str(), figure.published.max);
  else
    std::snprintf(text, sizeof text, "%s, published %.2f to %.2f", ours.c_str(), figure.published.min,
                  figure.published.max);
  return text;
}

std::string direction_of(const ComparedFigure &figure) {
  if (!figure.ours)
    return "no such dependency in ours";
  return *figure.ours > figure.published.max ? "ours higher" : "ours lower";
}

bool is_throughput(const ComparedFigure &figure) { return figure.what == "throughput"; }

/// A published latency is what a chain of the form took per instruction. That is never less than the form's throughput,
/// and it is no latency at all where the chain's registers make a zero idiom of it (sub %eax, %eax).
std::optional<double> in_chain(FormMaker &maker, const MachineModel &model, const std::string &opcode,
                               const FormFigures &ours, const PublishedLatency &published) {
  const std::optional<double> latency = ours.latency(published.from, published.to);
  const std::optional<MadeForm> link = maker.make_link(opcode, published.from.number, published.to.number);
  if (!latency || !link)
    return latency;
  const FormFigures linked(model, *link);
  return linked.breaks_dependency() ? linked.throughput() : std::max(*latency, linked.throughput());
}

void compare_figures(FormMaker &maker, const MachineModel &model, const PublishedForm &published,
                     const FormFigures &ours, ComparedForm &compared) {
  if (published.throughput)
    compared.figures.push_back({"throughput", *published.throughput, ours.throughput()});
  for (const PublishedLatency &latency : published.latencies)
    compared.figures.push_back({"latency " + latency.from.text() + " -> " + latency.to.text(), latency.cycles,
                                in_chain(maker, model, published.opcode, ours, latency),
                                ours.places(latency.from, latency.to)});
}

} // namespace

bool ComparedForm::agrees() const {
  return status == FormStatus::compared &&
         std::ranges::all_of(figures, [](const ComparedFigure &figure) { return figure.agrees(); });
}

std::vector<ComparedForm> compare(const std::vector<PublishedForm> &published, const MachineModel &model,
                                  const ComparisonOptions &options) {
  FormMaker maker(model.data().isa, model.data().compiler_cpu);
  std::vector<ComparedForm> result;
  for (const PublishedForm &form : published) {
    ComparedForm &compared = result.emplace_back();
    compared.opcode = form.opcode;
    compared.stem = stem_of(form.opcode, model.data().isa);
    const std::optional<MadeForm> made = maker.make(form.opcode);
    if (!made)
      continue;
    compared.text = made->instruction.text;
    compared.is_common =
        !is_uncommon(model.data().isa, made->instruction) && maker.is_accepted_by(*made, options.common_cpu);
    const FormFigures ours(model, *made);
    compared.status = ours.known() ? FormStatus::compared : FormStatus::no_figures;
    compared.origin = ours.origin();
    compared.ports = ours.ports_text(model);
    compared.dispatch_slots = ours.dispatch_slots();
    if (ours.known())
      compare_figures(maker, model, form, ours, compared);
  }
  return result;
}

std::vector<DisagreementClass> disagreements(const std::vector<ComparedForm> &forms, bool common_only) {
  std::map<std::string, DisagreementClass> classes;
  for (const ComparedForm &form : forms) {
    if (common_only && !form.is_common)
      continue;
    std::map<std::string, std::string> own; // each class once
    for (const ComparedFigure &figure : form.figures)
      if (!figure.agrees())
        own.emplace(form.stem + (is_throughput(figure) ? " throughput, " : " latency, ") + direction_of(figure),
                    form.opcode + " " + figure.what + " " + cycles_text(figure));
    for (const auto &[name, example] : own) {
      DisagreementClass &one = classes[name];
      one.name = name;
      ++one.forms;
      if (one.examples.size() < examples_per_class)
        one.examples.push_back(example);
    }
  }
  std::vector<DisagreementClass> sorted;
  for (auto &[name, one] : classes)
    sorted.push_back(std::move(one));
  std::ranges::stable_sort(sorted, [](const auto &a, const auto &b) { return a.forms > b.forms; });
  return sorted;
}

AgreementTotals totals(const std::vector<ComparedForm> &forms, bool common_only) {
  AgreementTotals sum;
  for (const ComparedForm &form : forms) {
    if (common_only && !form.is_common)
      continue;
    ++sum.forms;
    ++sum.by_status[form.status];
    if (form.status == FormStatus::compared)
      ++sum.by_origin[form.origin];
    sum.agreeing_forms += form.agrees() ? 1 : 0;
    for (const ComparedFigure &figure : form.figures) {
      AgreementCount &count = is_throughput(figure) ? sum.throughputs : sum.latencies;
      ++count.figures;
      count.agreeing += figure.agrees() ? 1 : 0;
    }
  }
  return sum;
}

} // namespace osaca::accuracy
