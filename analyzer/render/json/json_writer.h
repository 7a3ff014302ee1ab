// Writes JSON directly, without building a tree of values, because reports with many kernels are long. The output has
// the format in which nlohmann::json prints values with an indentation of one.
//
// The plugins have a writer with the same functions (plugin-common/json_writer.h).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca {

class JsonWriter {
public:
  enum class Layout { lines, compact }; ///< compact: without line ends, for programs

  explicit JsonWriter(Layout layout = Layout::lines) : layout_(layout) {}

  template <class Fields> void object(Fields &&fields) { nested('{', '}', fields); }
  template <class Range, class Write> void array(const Range &range, Write &&write) {
    nested('[', ']', [&] {
      for (const auto &item : range) {
        next();
        write(item);
      }
    });
  }
  template <class... Items> void array_of(const Items &...items) {
    nested('[', ']', [&] { ((next(), value(items)), ...); });
  }
  template <class Write> void array_of_one(Write &&write) {
    nested('[', ']', [&] {
      next();
      write();
    });
  }

  /// Writes the name of an object's member. Its value has to follow.
  void key(std::string_view name) {
    next();
    value(name);
    text_ += layout_ == Layout::compact ? ":" : ": ";
  }
  template <class Value> void field(std::string_view name, const Value &held) {
    key(name);
    value(held);
  }

  void value(std::string_view held);
  void value(const std::string &held) { value(std::string_view(held)); }
  void value(const char *held) { value(std::string_view(held)); }
  void value(bool held) { text_ += held ? "true" : "false"; }
  void value(int held) { text_ += std::to_string(held); }
  void value(std::int64_t held) { text_ += std::to_string(held); }
  void value(double held);
  template <class Item> void value(const std::vector<Item> &held) {
    array(held, [this](const Item &item) { value(item); });
  }
  void value(const std::set<std::string> &held) {
    array(held, [this](const std::string &item) { value(item); });
  }

  /// What was written since the last call.
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

private:
  template <class Inside> void nested(char open, char close, Inside &&inside) {
    text_ += open;
    const bool outer_is_empty = is_empty_;
    is_empty_ = true;
    ++depth_;
    inside();
    --depth_;
    if (!is_empty_)
      begin_line();
    text_ += close;
    is_empty_ = outer_is_empty;
  }
  /// Called before each element.
  void next() {
    if (!is_empty_)
      text_ += ',';
    begin_line();
    is_empty_ = false;
  }
  void begin_line() {
    if (layout_ == Layout::compact)
      return;
    constexpr std::string_view line = "\n                                ";
    text_ += line.substr(0, depth_ + 1);
    if (depth_ >= line.size())
      text_.append(depth_ + 1 - line.size(), ' ');
  }

  Layout layout_;
  std::string text_;
  std::size_t depth_ = 0;
  bool is_empty_ = true; ///< whether the innermost array or object is still empty
};

} // namespace osaca
