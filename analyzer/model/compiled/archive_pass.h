// The pass over a model's description (fields/vocabulary.h) that writes a value as bytes, or reads it back, field by
// field.
#pragma once

#include "model/compiled/byte_archive.h"
#include "model/fields/vocabulary.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace osaca::fields {

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

/// `Sources` keeps the provenances: number_of(const Provenance &) where it writes, at(number) where it reads, which is
/// null where there is no such one. They are stored once, beside the values.
template <class Archive, class Sources> class ArchivePass {
public:
  ArchivePass(Archive &archive, Sources &sources) : archive_(archive), sources_(sources) {}

  void integer(std::string_view, int &value, Need, Limits, std::string_view) { archive_.number(value); }
  void truth(std::string_view, bool &value, Need, std::string_view) { archive_.number(value); }
  void cycles(std::string_view, Cycles &value, Need, std::string_view) { archive_cycles(archive_, value); }
  void text(std::string_view, std::string &value, Need, const TextForm &, std::string_view) { archive_.text(value); }
  void globs(std::string_view, std::vector<std::string> &value, Need, std::string_view) { visit(archive_, value); }
  void words(std::string_view, std::vector<std::string> &value, Need, std::string_view) { visit(archive_, value); }
  void port_set(std::string_view, PortSet &value, Need, std::string_view) { archive_.number(value); }

  void demands(std::string_view, std::vector<PortDemand> &value, Need, std::string_view) {
    items(value, [this](PortDemand &demand) {
      archive_.number(demand.ports);
      archive_cycles(archive_, demand.cycles);
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
  /// After reading that there is one, an optional holds a value to read into.
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
};

} // namespace osaca::fields
