#include "schema_check.h"

#include <algorithm>
#include <regex>

namespace osaca::testing {
namespace {

using nlohmann::json;

class Checker {
public:
  explicit Checker(const json &root) : root_(root) {}

  void check(const json &schema, const json &value, const std::string &path) {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
      check(root_["$defs"][name], value, path);
      return;
    }
    check_value(schema, value, path);
    if (value.is_object())
      check_object(schema, value, path);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(schema["items"], value[i], path + "[" + std::to_string(i) + "]");
  }

  std::vector<std::string> violations;
  std::vector<std::string> undescribed;

private:
  static bool has_type(const json &value, const std::string &type) {
    if (type == "object")
      return value.is_object();
    if (type == "array")
      return value.is_array();
    if (type == "string")
      return value.is_string();
    if (type == "boolean")
      return value.is_boolean();
    if (type == "integer")
      return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  void check_value(const json &schema, const json &value, const std::string &path) {
    if (schema.contains("type") && !has_type(value, schema["type"]))
      violations.push_back(path + ": not of type " + schema["type"].get<std::string>());
    if (schema.contains("const") && schema["const"] != value)
      violations.push_back(path + ": not " + schema["const"].dump());
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
      violations.push_back(path + ": not one of " + schema["enum"].dump());
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"])
      violations.push_back(path + ": below the minimum");
    if (schema.contains("pattern") && value.is_string() &&
        !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
      violations.push_back(path + ": does not match");
  }

  void check_object(const json &schema, const json &value, const std::string &path) {
    for (const json &key : schema.value("required", json::array()))
      if (!value.contains(key.get<std::string>()))
        violations.push_back(path + ": lacks " + key.get<std::string>());
    const json properties = schema.value("properties", json::object());
    for (const auto &[key, item] : value.items()) {
      if (properties.contains(key))
        check(properties[key], item, path + "." + key);
      else if (schema.contains("additionalProperties"))
        check(schema["additionalProperties"], item, path + "." + key);
      else
        undescribed.push_back(path + "." + key);
    }
  }

  const json &root_;
};

} // namespace

std::vector<std::string> schema_violations(const json &schema, const json &document) {
  Checker checker(schema);
  checker.check(schema, document, "");
  return checker.violations;
}

std::vector<std::string> undescribed_keys(const json &schema, const json &document) {
  Checker checker(schema);
  checker.check(schema, document, "");
  return checker.undescribed;
}

} // namespace osaca::testing
