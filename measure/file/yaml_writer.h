// Writes a document of YAML. Texts are always quoted, so that YAML reads them as strings whatever they contain. The
// functions are those of the JSON writers (render/json/json_writer.h).
//
// Do not use this class for files that are written entry by entry during a run (measurement_writer.cpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace YAML {
class Emitter;
}

namespace osaca::measure {

class YamlWriter {
public:
  enum class Layout { lines, one_line };

  YamlWriter();
  ~YamlWriter();
  YamlWriter(const YamlWriter &) = delete;
  YamlWriter &operator=(const YamlWriter &) = delete;

  template <class Fields> void object(Fields &&fields, Layout layout = Layout::lines) {
    begin_object(layout);
    fields();
    end_object();
  }
  template <class Range, class Write> void array(const Range &range, Write &&write, Layout layout = Layout::lines) {
    begin_array(layout);
    for (const auto &item : range)
      write(item);
    end_array();
  }

  /// Writes the name of an object's member. Its value has to follow. `name` is a word of ours, which is quoted only if
  /// YAML requires it. Names that come from input must be written as texts, which are always quoted.
  void key(std::string_view name) { word(name); }
  template <class Value> void field(std::string_view name, const Value &held) {
    key(name);
    value(held);
  }
  void field_unless_empty(std::string_view name, std::string_view text) {
    if (!text.empty())
      field(name, text);
  }

  void value(std::string_view held);
  void value(const std::string &held) { value(std::string_view(held)); }
  void value(const char *held) { value(std::string_view(held)); }
  void value(bool held) { word(held ? "true" : "false"); }
  void value(int held) { word(std::to_string(held)); }
  /// A number that is formatted already, or a word of ours: quoted only if YAML requires it.
  void word(std::string_view text);
  void word_field(std::string_view name, std::string_view text) {
    key(name);
    word(text);
  }

  /// Ends with a line end.
  [[nodiscard]] std::string take() const;

private:
  void begin_object(Layout layout);
  void end_object();
  void begin_array(Layout layout);
  void end_array();

  std::unique_ptr<YAML::Emitter> emitter_;
};

} // namespace osaca::measure
