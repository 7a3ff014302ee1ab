#include "measure/calls/call_list.h"

#include "base/format.h"

#include <algorithm>
#include <array>

namespace osaca::measure::calls {
namespace {

constexpr const char *math_library = "libm.so.6";
constexpr const char *vector_library = "libmvec.so.1";
constexpr const char *c_library = "libc.so.6";

/// A function of libm for doubles; the one for floats has the same name with an f. The ranges are chosen so that the
/// arguments of a class take the same path through glibc's code, as far as one range can do that.
struct MathFunction {
  const char *name;
  int arguments;
  ValueRange small[2];
  ValueRange typical[2];
  ValueRange large[2]; ///< for floats at most 1e30
  bool has_vectors;    ///< libmvec has it
};

constexpr std::array<MathFunction, 33> math_functions = {{
    {"sin", 1, {{0.05, 0.8}}, {{2.5, 100}}, {{1e6, 1e8}}, true},
    {"cos", 1, {{0.05, 0.8}}, {{2.5, 100}}, {{1e6, 1e8}}, true},
    {"tan", 1, {{0.01, 0.6}}, {{0.8, 20}}, {{1e6, 1e8}}, true},
    {"asin", 1, {{1e-3, 0.12}}, {{0.15, 0.45}}, {{0.9, 0.99}}, true},
    {"acos", 1, {{1e-3, 0.12}}, {{0.15, 0.45}}, {{0.9, 0.99}}, true},
    {"atan", 1, {{1e-3, 0.05}}, {{0.1, 0.9}}, {{20, 1e6}}, true},
    {"atan2", 2, {{1e-3, 0.05}, {1, 2}}, {{0.5, 10}, {0.5, 10}}, {{1e6, 1e8}, {1, 2}}, true},
    {"sinh", 1, {{1e-3, 0.1}}, {{1, 10}}, {{30, 80}}, true},
    {"cosh", 1, {{1e-3, 0.1}}, {{1, 10}}, {{30, 80}}, true},
    {"tanh", 1, {{1e-3, 0.1}}, {{1, 10}}, {{30, 80}}, true},
    {"asinh", 1, {{1e-3, 0.1}}, {{0.5, 10}}, {{1e6, 1e9}}, true},
    {"acosh", 1, {{1.01, 1.1}}, {{2.5, 10}}, {{1e6, 1e9}}, true},
    {"atanh", 1, {{1e-3, 0.1}}, {{0.55, 0.95}}, {{0.999, 0.9999}}, true},
    {"exp", 1, {{1e-9, 1e-3}}, {{-5, 5}}, {{60, 80}}, true},
    {"exp2", 1, {{1e-9, 1e-3}}, {{-5, 5}}, {{60, 100}}, true},
    {"exp10", 1, {{1e-9, 1e-3}}, {{-3, 3}}, {{20, 30}}, true},
    {"expm1", 1, {{1e-9, 1e-3}}, {{1, 5}}, {{20, 80}}, true},
    {"log", 1, {{0.97, 1.03}}, {{2, 1000}}, {{1e20, 1e30}}, true},
    {"log2", 1, {{0.97, 1.03}}, {{2, 1000}}, {{1e20, 1e30}}, true},
    {"log10", 1, {{0.97, 1.03}}, {{2, 1000}}, {{1e20, 1e30}}, true},
    {"log1p", 1, {{1e-9, 1e-3}}, {{1, 1000}}, {{1e20, 1e30}}, true},
    {"pow", 2, {{0.9, 1.1}, {0.1, 1}}, {{0.1, 10}, {-3, 3}}, {{1e8, 1e10}, {2, 3}}, true},
    {"cbrt", 1, {{1e-6, 1e-3}}, {{0.5, 100}}, {{1e20, 1e30}}, true},
    {"hypot", 2, {{1e-3, 0.1}, {1e-3, 0.1}}, {{0.5, 10}, {0.5, 10}}, {{1e10, 1e15}, {1e10, 1e15}}, true},
    {"erf", 1, {{1e-3, 0.1}}, {{1.3, 2.8}}, {{7, 10}}, true},
    {"erfc", 1, {{1e-3, 0.1}}, {{1.3, 2.8}}, {{7, 9}}, true},
    {"tgamma", 1, {{0.1, 0.9}}, {{2, 10}}, {{20, 30}}, false},
    {"lgamma", 1, {{0.1, 0.9}}, {{3, 7}}, {{20, 30}}, false},
    {"fmod", 2, {{0.1, 0.9}, {1, 10}}, {{10, 1000}, {1, 10}}, {{1e12, 1e15}, {1, 10}}, false},
    {"remainder", 2, {{0.01, 0.4}, {1, 10}}, {{10, 1000}, {1, 10}}, {{1e12, 1e15}, {1, 10}}, false},
    {"floor", 1, {{1e-3, 0.1}}, {{0.5, 1000}}, {{1e20, 1e30}}, false},
    {"round", 1, {{1e-3, 0.1}}, {{0.5, 1000}}, {{1e20, 1e30}}, false},
    {"sqrt", 1, {{1e-3, 0.1}}, {{0.5, 1000}}, {{1e20, 1e30}}, false},
}};

constexpr ValueRange denormal_doubles = {1e-320, 2e-308};
constexpr ValueRange denormal_floats = {1e-44, 1.1e-38};

std::vector<ArgumentClass> math_classes(const MathFunction &function, bool is_float) {
  const auto count = static_cast<std::size_t>(function.arguments);
  const auto ranges = [count](const ValueRange(&from)[2]) {
    return std::vector<ValueRange>(std::begin(from), std::begin(from) + static_cast<std::ptrdiff_t>(count));
  };
  std::vector<ValueRange> denormal = ranges(function.typical);
  denormal.front() = is_float ? denormal_floats : denormal_doubles;
  return {{"small", ranges(function.small)},
          {"typical", ranges(function.typical)},
          {"large", ranges(function.large)},
          {"denormal", denormal}};
}

void add_scalars(const MathFunction &function, std::vector<CallSubject> &all) {
  for (const bool is_float : {false, true}) {
    const CallValue value = is_float ? CallValue::float32 : CallValue::float64;
    CallSubject subject;
    subject.name = std::string(function.name) + (is_float ? "f" : "");
    subject.library = math_library;
    subject.signature = {value, std::vector(static_cast<std::size_t>(function.arguments), value)};
    subject.element_bytes = is_float ? 4 : 8;
    subject.classes = math_classes(function, is_float);
    all.push_back(std::move(subject));
  }
}

/// Compilers call it where a program takes the sine and the cosine of the same number.
void add_sine_with_cosine(std::vector<CallSubject> &all) {
  for (const bool is_float : {false, true}) {
    const CallValue value = is_float ? CallValue::float32 : CallValue::float64;
    CallSubject subject{
        .name = is_float ? "sincosf" : "sincos", .library = math_library, .signature = {}, .classes = {}};
    subject.signature = {CallValue::nothing, {value, CallValue::integer, CallValue::integer}};
    subject.kind = CallKind::storing;
    subject.element_bytes = is_float ? 4 : 8;
    subject.classes = math_classes(math_functions.front(), is_float);
    all.push_back(std::move(subject));
  }
}

/// Vectors only for usual arguments: others are computed by the scalar function, lane by lane, or are rare.
void add_vectors(const MathFunction &function, std::vector<CallSubject> &all) {
  for (const char isa : {'b', 'c', 'd', 'e'})
    for (const bool is_float : {false, true}) {
      const int bytes = isa == 'b' ? 16 : isa == 'e' ? 64 : 32;
      const std::string name = format_text("_ZGV{}N{}{}_{}{}", isa, bytes / (is_float ? 4 : 8),
                                           std::string(static_cast<std::size_t>(function.arguments), 'v'),
                                           function.name, is_float ? "f" : "");
      const VectorName read = vector_name(name);
      CallSubject subject{.name = name, .library = vector_library, .signature = read.signature, .classes = {}};
      subject.element_bytes = read.element_bytes;
      const std::vector<ArgumentClass> classes = math_classes(function, is_float);
      subject.classes = {classes.at(1)};
      all.push_back(std::move(subject));
    }
}

std::vector<ArgumentClass> length_classes(std::initializer_list<int> lengths) {
  std::vector<ArgumentClass> classes;
  for (const int bytes : lengths)
    classes.push_back(
        {format_text("{} bytes", bytes), {{static_cast<double>(bytes), static_cast<double>(bytes)}}, true});
  return classes;
}

void add_memory_functions(std::vector<CallSubject> &all) {
  struct MemoryFunction {
    const char *name;
    const char *signature;
    CallKind kind;
    int bytes_argument;
  };
  constexpr MemoryFunction functions[] = {
      {"memcpy", "integer(integer,integer,integer)", CallKind::copying, 3},
      {"memmove", "integer(integer,integer,integer)", CallKind::copying, 3},
      {"memset", "integer(integer,integer,integer)", CallKind::filling, 3},
      {"memcmp", "integer(integer,integer,integer)", CallKind::comparing, 3},
      {"strlen", "integer(integer)", CallKind::scanning, 0},
      {"malloc", "integer(integer)", CallKind::allocation, 1},
  };
  for (const MemoryFunction &function : functions) {
    const bool allocates = function.kind == CallKind::allocation;
    CallSubject subject{.name = function.name, .library = c_library, .signature = {}, .classes = {}};
    if (auto signature = parse_signature(function.signature))
      subject.signature = *std::move(signature);
    subject.kind = function.kind;
    subject.bytes_argument = function.bytes_argument;
    // From 2048 bytes on, glibc takes another path for some functions, depending on the core.
    subject.classes = allocates ? length_classes({16, 64, 256, 1024, 4096, 65536})
                                : length_classes({16, 32, 64, 128, 256, 512, 1024, 2048, 2304, 4096, 8192});
    subject.typical = "64 bytes";
    all.push_back(std::move(subject));
  }
}

std::string number_text(double value) { return format_text("{:g}", value); }

} // namespace

std::vector<CallSubject> known_subjects() {
  std::vector<CallSubject> all;
  for (const MathFunction &function : math_functions)
    add_scalars(function, all);
  add_sine_with_cosine(all);
  for (const MathFunction &function : math_functions)
    if (function.has_vectors)
      add_vectors(function, all);
  add_memory_functions(all);
  return all;
}

std::string text_of(const ArgumentClass &of) {
  constexpr std::array<const char *, 6> names = {"x", "y", "z", "u", "v", "w"};
  std::string text;
  for (std::size_t i = 0; i < of.ranges.size(); ++i) {
    const ValueRange &range = of.ranges[i];
    if (!text.empty())
      text += ", ";
    if (of.ranges.size() > 1)
      text += std::string(names.at(i)) + " from ";
    text += range.low == range.high ? number_text(range.low)
                                    : format_text("{} to {}", number_text(range.low), number_text(range.high));
  }
  return text;
}

VectorName vector_name(std::string_view symbol) {
  constexpr std::string_view prefix = "_ZGV";
  const std::size_t end = symbol.find('_', prefix.size());
  if (!symbol.starts_with(prefix) || end == std::string_view::npos || end < prefix.size() + 4)
    return {};
  const std::string_view shape = symbol.substr(prefix.size(), end - prefix.size());
  const std::size_t parameters = shape.find_first_not_of("0123456789", 2);
  if (shape[1] != 'N' || parameters == std::string_view::npos || parameters == 2 ||
      shape.find_first_not_of('v', parameters) != std::string_view::npos)
    return {};
  CallValue value = CallValue::nothing;
  switch (shape[0]) {
  case 'b': value = CallValue::vector128; break;
  case 'c':
  case 'd': value = CallValue::vector256; break;
  case 'e': value = CallValue::vector512; break;
  default: return {};
  }
  int lanes = 0;
  for (const char digit : shape.substr(2, std::min<std::size_t>(parameters - 2, 3)))
    lanes = 10 * lanes + (digit - '0');
  const int element_bytes = lanes > 0 ? bytes_of(value) / lanes : 0;
  if (element_bytes != 4 && element_bytes != 8)
    return {};
  return {std::string(symbol.substr(end + 1)), {value, std::vector(shape.size() - parameters, value)}, element_bytes};
}

CallSubject users_subject(const std::string &library, const std::string &name, const CallSignature &signature,
                          const std::vector<ValueRange> &ranges) {
  constexpr ValueRange usual = {0.5, 10};
  CallSubject subject{.name = name, .library = library, .signature = signature, .classes = {}};
  const bool has_float = std::ranges::find(signature.arguments, CallValue::float32) != signature.arguments.end();
  const VectorName vector = vector_name(name);
  subject.element_bytes = has_float ? 4 : vector.name.empty() ? 8 : vector.element_bytes;
  ArgumentClass typical{"typical", ranges};
  typical.ranges.resize(signature.arguments.size(), usual);
  subject.classes = {std::move(typical)};
  return subject;
}

} // namespace osaca::measure::calls
