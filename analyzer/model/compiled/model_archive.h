// Converts the parts of a model to bytes and back.
#pragma once

#include "base/byte_archive.h"
#include "base/index.h"
#include "kernel/cost.h"
#include "model/fields/model_fields.h"
#include "model/fields/vocabulary.h"
#include "model/machine_model.h"
#include "model/model_summary.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace osaca {

// The parts of a model that are neither its core nor its forms. A change here or in fields/ requires a new version of
// the compiled form.

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
  visit(archive, value.concerns);
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

/// The parts of Data that belong neither to the summary nor to the core nor to the forms.
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

// The provenances of one model, each once. The model's figures refer to them by number.

class SourceList {
public:
  SourceList() = default;
  explicit SourceList(std::vector<Provenance> sources) : sources_(std::move(sources)) {}

  /// Adds the source if it is new.
  [[nodiscard]] int number_of(const Provenance &source) {
    const auto found = std::ranges::find(sources_, source);
    if (found == sources_.end()) {
      sources_.push_back(source);
      return static_cast<int>(sources_.size()) - 1;
    }
    return static_cast<int>(found - sources_.begin());
  }

  /// Null: there is none with this number.
  [[nodiscard]] const Provenance *at(int number) const {
    return number >= 0 && static_cast<std::size_t>(number) < sources_.size() ? &sources_[osaca::at(number)] : nullptr;
  }

  [[nodiscard]] std::vector<Provenance> &all() { return sources_; }

private:
  std::vector<Provenance> sources_;
};

} // namespace osaca

namespace osaca::fields {

// The pass over a model's description (fields/vocabulary.h) that writes a value as bytes, or reads it, field by field.

template <class Archive> void archive_cycles(Archive &archive, Cycles &value) {
  constexpr std::int64_t limit = 1'000'000'000'000'000;
  std::int64_t numerator = value.numerator();
  std::int64_t denominator = value.denominator();
  archive.number(numerator);
  archive.number(denominator);
  if constexpr (Archive::reads) {
    if (denominator <= 0 || denominator > limit || numerator < -limit || numerator > limit)
      return archive.fail();
    value = Cycles(numerator, denominator);
  }
}

/// `Sources` keeps the provenances, which are stored once, apart from the values. A writer calls number_of(const
/// Provenance &). A reader calls at(number), which is null if there is none with this number.
template <class Archive, class Sources> class ArchivePass {
public:
  ArchivePass(Archive &archive, Sources &sources) : archive_(archive), sources_(sources) {}

  void integer(std::string_view, int &value, Need, Limits, std::string_view) { archive_.number(value); }
  void truth(std::string_view, bool &value, Need, std::string_view) { archive_.number(value); }
  void cycles(std::string_view, Cycles &value, Need, std::string_view) { archive_cycles(archive_, value); }
  void percent(std::string_view, double &value, Need, Limits limits, std::string_view) {
    archive_.number(value);
    if constexpr (Archive::reads)
      if (!(value >= limits.least && value <= limits.most)) // also true for a value that is not a number
        archive_.fail();
  }
  void text(std::string_view, std::string &value, Need, const TextForm &, std::string_view) { archive_.text(value); }
  void globs(std::string_view, std::vector<std::string> &value, Need, std::string_view) { visit(archive_, value); }
  void words(std::string_view, std::vector<std::string> &value, Need, std::string_view) { visit(archive_, value); }
  void port_set(std::string_view, PortSet &value, Need, std::string_view) {
    archive_.number(value);
    ports_ |= value;
  }

  void vector_types(std::string_view, VectorTypes &value, Need, std::string_view) {
    std::uint32_t bits = value.bits();
    archive_.number(bits);
    value = VectorTypes(bits);
  }

  void demands(std::string_view, std::vector<PortDemand> &value, Need, std::string_view) {
    items(value, [this](PortDemand &demand) {
      archive_.number(demand.ports);
      archive_cycles(archive_, demand.cycles);
      ports_ |= demand.ports;
      if constexpr (Archive::reads)
        if (demand.ports == 0 || !(Cycles(0) < demand.cycles))
          archive_.fail();
    });
  }
  void demands(std::string_view key, std::optional<std::vector<PortDemand>> &value, Need need, std::string_view help) {
    if (is_there(value))
      demands(key, *value, need, help);
  }

  void source(Provenance &value) {
    if constexpr (Archive::reads) {
      int number = 0;
      archive_.number(number);
      if (const Provenance *found = sources_.at(number))
        value = *found;
      else
        archive_.fail();
    } else {
      int number = sources_.number_of(value);
      archive_.number(number);
    }
  }

  template <class Enum> void choice(std::string_view, Enum &value, Need, Choices<Enum> choices, std::string_view) {
    auto byte = static_cast<std::uint8_t>(value);
    archive_.number(byte);
    const auto found = std::ranges::find_if(
        choices, [&](const auto &choice) { return static_cast<std::uint8_t>(choice.second) == byte; });
    if (found == choices.end())
      return archive_.fail();
    value = found->second;
  }

  /// All ports that the values name. A reader compares them with the ports that the core has.
  [[nodiscard]] PortSet ports() const { return ports_; }

  template <class T> void part(std::string_view, T &value, Need, std::string_view) { describe(*this, value); }
  template <class T> void part(std::string_view, std::optional<T> &value, Need, std::string_view) {
    if (is_there(value))
      describe(*this, *value);
  }

  template <class T>
  void list(std::string_view, std::vector<T> &values, Need, int, std::string_view, std::string_view) {
    items(values, [this](T &value) { describe(*this, value); });
  }
  template <class T, class Describe>
  void list(std::string_view, std::vector<T> &values, Need, int, std::string_view, std::string_view,
            Describe describe_item) {
    items(values, [&](T &value) { describe_item(*this, value); });
  }

private:
  /// If an optional is read as present, it is given a value to read into.
  template <class T> bool is_there(std::optional<T> &value) {
    bool held = value.has_value();
    archive_.number(held);
    if (held && !value)
      value.emplace();
    return held && archive_.ok();
  }

  template <class T, class Item> void items(std::vector<T> &values, Item item) {
    const std::uint32_t size = archive_.count(values.size());
    if constexpr (Archive::reads)
      values.clear();
    for (std::uint32_t i = 0; i < size && archive_.ok(); ++i) {
      if constexpr (Archive::reads)
        values.emplace_back();
      item(values[i]);
    }
  }

  Archive &archive_;
  Sources &sources_;
  PortSet ports_ = 0;
};

/// A form with its figures by `vtype`, which are two sections of a file.
template <class Pass> void describe_stored(Pass &pass, FormEntry &form) {
  describe(pass, form);
  pass.list("figures", form.vector_figures, Need::optional, max_vector_figures, "", "",
            [](Pass &inner, VectorFigures &figures) {
              describe(inner, figures);
              inner.source(figures.provenance);
            });
}

} // namespace osaca::fields
