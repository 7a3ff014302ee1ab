// What is stored of a model beside its core and its forms. Changing anything here or in fields/ means a new version of
// the compiled form.
#pragma once

#include "model/compiled/byte_archive.h"
#include "model/machine_model.h"
#include "model/model_summary.h"

namespace osaca {

template <class Archive> void visit(Archive &archive, Provenance &value) {
  visit_enum(archive, value.origin, Origin::unknown);
  visit(archive, value.text);
}

template <class Archive> void visit(Archive &archive, Coverage &value) {
  for (int i = 0; i <= static_cast<int>(Origin::unknown); ++i) {
    const auto origin = static_cast<Origin>(i);
    const auto found = value.forms.find(origin);
    int count = found == value.forms.end() ? 0 : found->second;
    archive.number(count);
    if (Archive::reads && count > 0)
      value.forms[origin] = count;
  }
}

template <class Archive> void visit(Archive &archive, StandIn &value) {
  visit(archive, value.cpu);
  visit(archive, value.because);
}

template <class Archive> void visit(Archive &archive, ArchNote &value) {
  visit_enum(archive, value.kind, ArchNote::Kind::in_order);
  visit(archive, value.text);
}

template <class Archive> void visit(Archive &archive, ModelSummary &value) {
  visit(archive, value.name);
  visit(archive, value.title);
  visit_enum(archive, value.isa, Isa::riscv64);
  visit(archive, value.aliases);
  visit(archive, value.stand_ins);
  visit(archive, value.compiler_cpu);
  visit(archive, value.coverage);
}

/// What of Data is neither in the summary nor of the core nor a form.
template <class Archive> void visit_details(Archive &archive, MachineModel::Data &value) {
  const std::uint32_t size = archive.count(value.compiler_ports.size());
  if constexpr (Archive::reads) {
    for (std::uint32_t i = 0; i < size && archive.ok(); ++i) {
      std::string unit;
      visit(archive, unit);
      visit(archive, value.compiler_ports[unit]);
    }
  } else {
    for (auto &[unit, ports] : value.compiler_ports) {
      std::string name = unit;
      visit(archive, name);
      visit(archive, ports);
    }
  }
  visit(archive, value.notes);
  visit(archive, value.fallback_only);
}

} // namespace osaca
