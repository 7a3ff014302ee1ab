// A pass over the description of the fields of model files (see model/fields/vocabulary.h). It generates a JSON schema,
// for editors.
#pragma once

#include "model/fields/vocabulary.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::fields {

class SchemaPass {
public:
  using Json = nlohmann::ordered_json;

  /// The schema of a map with the keys that were described so far, and no others.
  [[nodiscard]] Json map_schema() const {
    Json schema = {{"type", "object"}, {"additionalProperties", false}};
    if (!required_.empty())
      schema["required"] = required_;
    schema["properties"] = properties_;
    return schema;
  }

  /// The schemas that other schemas refer to.
  [[nodiscard]] static Json definitions();

  void constant(std::string_view key, std::string_view value, std::string_view help) {
    add(key, Need::required, {{"const", value}}, help);
  }
  void integer(std::string_view key, int &, Need need, Limits limits, std::string_view help) {
    add(key, need, {{"type", "integer"}, {"minimum", limits.least}, {"maximum", limits.most}}, help);
  }
  void truth(std::string_view key, bool &, Need need, std::string_view help) {
    add(key, need, {{"type", "boolean"}}, help);
  }
  void cycles(std::string_view key, Cycles &, Need need, std::string_view help) {
    add(key, need, reference("cycles"), help);
  }
  void percent(std::string_view key, double &, Need need, Limits limits, std::string_view help) {
    add(key, need, {{"type", "number"}, {"minimum", limits.least}, {"maximum", limits.most}}, help);
  }
  void text(std::string_view key, std::string &, Need need, const TextForm &form, std::string_view help) {
    add(key, need, form.pattern.empty() ? reference("text") : Json{{"type", "string"}, {"pattern", form.pattern}},
        help);
  }
  void names(std::string_view key, std::vector<std::string> &, Need need, const TextForm &form, std::string_view help) {
    add(key, need, one_or_list({{"type", "string"}, {"pattern", form.pattern}}), help);
  }
  void notes(std::string_view key, std::vector<ArchNote> &, Need need, int most, std::string_view help) {
    const Json borrowed = {{"type", "object"},
                           {"additionalProperties", false},
                           {"required", Json::array({"borrowed_figures"})},
                           {"properties", {{"borrowed_figures", reference("text")}}}};
    const Json of_some_code = {{"type", "object"},
                               {"additionalProperties", false},
                               {"required", Json::array({"concerns", "text"})},
                               {"properties", {{"concerns", reference("patterns")}, {"text", reference("text")}}}};
    add(key, need,
        {{"type", "array"},
         {"maxItems", most},
         {"items", {{"oneOf", Json::array({reference("text"), borrowed, of_some_code})}}}},
        help);
  }
  void globs(std::string_view key, std::vector<std::string> &, Need need, std::string_view help) {
    add(key, need, reference("patterns"), help);
  }
  void words(std::string_view key, std::vector<std::string> &, Need need, std::string_view help) {
    add(key, need, one_or_list({{"type", "string"}, {"minLength", 1}, {"maxLength", 100}}), help);
  }
  void demands(std::string_view key, std::vector<PortDemand> &, Need need, std::string_view help) {
    add(key, need, reference("demands"), help);
  }
  void demands(std::string_view key, std::optional<std::vector<PortDemand>> &, Need need, std::string_view help) {
    add(key, need, reference("demands"), help);
  }
  void port_set(std::string_view key, PortSet &, Need need, std::string_view help) {
    add(key, need, reference("port_set"), help);
  }
  void vector_types(std::string_view key, VectorTypes &, Need need, std::string_view help) {
    add(key, need, one_or_list({{"type", "string"}, {"pattern", "^(e(8|16|32|64))?m(f8|f4|f2|1|2|4|8)$"}}), help);
  }
  void port_names(std::string_view key, std::map<std::string, std::vector<std::string>> &, Need need,
                  std::string_view help) {
    add(key, need, {{"type", "object"}, {"additionalProperties", reference("port_set")}}, help);
  }
  void source(Provenance &) { add("source", Need::required, reference("source"), ""); }

  template <class Enum>
  void choice(std::string_view key, Enum &, Need need, Choices<Enum> choices, std::string_view help) {
    Json words = Json::array();
    for (const auto &[word, value] : choices)
      words.push_back(word);
    add(key, need, {{"enum", words}}, help);
  }
  template <class T> void part(std::string_view key, T &value, Need need, std::string_view help) {
    SchemaPass inner;
    describe(inner, value);
    add(key, need, inner.map_schema(), help);
  }
  template <class T> void part(std::string_view key, std::optional<T> &, Need need, std::string_view help) {
    T value{};
    part(key, value, need, help);
  }
  template <class T>
  void list(std::string_view key, std::vector<T> &values, Need need, int most, std::string_view item,
            std::string_view help) {
    list(key, values, need, most, item, help, [](SchemaPass &pass, T &value) { describe(pass, value); });
  }
  template <class T, class Describe>
  void list(std::string_view key, std::vector<T> &, Need need, int most, std::string_view, std::string_view help,
            Describe describe_item) {
    T value{};
    SchemaPass inner;
    describe_item(inner, value);
    add(key, need, {{"type", "array"}, {"maxItems", most}, {"items", inner.map_schema()}}, help);
  }
  template <class T, class Describe>
  void map(std::string_view key, std::map<std::string, T> &, Need need, std::string_view, std::string_view help,
           Describe describe_item) {
    T value{};
    SchemaPass inner;
    describe_item(inner, value);
    add(key, need, {{"type", "object"}, {"additionalProperties", inner.map_schema()}}, help);
  }

  /// Adds a key with a given schema.
  void add(std::string_view key, Need need, Json schema, std::string_view help) {
    if (!help.empty())
      schema["description"] = help;
    properties_[std::string(key)] = std::move(schema);
    if (need == Need::required)
      required_.push_back(key);
  }

  [[nodiscard]] static Json reference(std::string_view name) { return {{"$ref", "#/$defs/" + std::string(name)}}; }
  [[nodiscard]] static Json one_or_list(const Json &item) {
    return {{"oneOf", Json::array({item, {{"type", "array"}, {"items", item}}})}};
  }

private:
  Json properties_ = Json::object();
  Json required_ = Json::array();
};

} // namespace osaca::fields
