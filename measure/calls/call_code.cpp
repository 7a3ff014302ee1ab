#include "measure/calls/call_code.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "kernel/calling_convention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace osaca::measure::calls {
namespace {

constexpr std::size_t least_slot_bytes = 16; // the logical operations of a chain read 16 bytes
constexpr std::size_t most_buffer_bytes = 5120;
constexpr std::size_t buffer_count = 4;

std::size_t slot_bytes(CallValue value) {
  return std::max(least_slot_bytes, static_cast<std::size_t>(bytes_of(value)));
}

/// From the arguments of one call to those of the next.
std::size_t stride_of(const CallSubject &subject) {
  std::size_t bytes = 0;
  for (const CallValue value : subject.signature.arguments)
    bytes += slot_bytes(value);
  return bytes;
}

bool has_vector_chain(const CallSubject &subject) {
  const CallSignature &signature = subject.signature;
  return subject.kind == CallKind::arithmetic && !signature.arguments.empty() &&
         is_in_vector_register(signature.result) && signature.result == signature.arguments.front();
}

bool has_integer_chain(const CallSubject &subject) {
  const CallSignature &signature = subject.signature;
  return !signature.arguments.empty() && signature.result == CallValue::integer &&
         signature.arguments.front() == CallValue::integer && subject.kind != CallKind::copying &&
         subject.kind != CallKind::filling;
}

/// The arguments are always the same; the generator needs no seed.
class Numbers {
public:
  /// From 0 to 1.
  double next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11U) / static_cast<double>(std::uint64_t{1} << 53U);
  }
  double in(const ValueRange &range) { return range.low + (range.high - range.low) * next(); }

private:
  std::uint64_t state_ = 1;
};

class DataWriter {
public:
  DataWriter(const CallSubject &subject, const ArgumentClass &arguments, CallTiming timing)
      : subject_(subject), arguments_(arguments), timing_(timing), stride_(stride_of(subject)) {}

  CallData write() {
    const std::size_t end = CallData::first_offset + calls_per_pass * stride_;
    buffers_ = (end + 4095) / 4096 * 4096;
    const bool has_buffers = is_of_memory() || subject_.kind == CallKind::storing;
    data_.bytes.assign(buffers_ + (has_buffers ? buffer_count * most_buffer_bytes : 0), 0);
    for (std::size_t call = 0; call < calls_per_pass; ++call)
      if (is_of_memory())
        write_memory_call(call);
      else
        write_values(CallData::first_offset + call * stride_);
    return std::move(data_);
  }

private:
  [[nodiscard]] bool is_of_memory() const {
    return subject_.kind != CallKind::arithmetic && subject_.kind != CallKind::allocation &&
           subject_.kind != CallKind::storing;
  }
  [[nodiscard]] std::size_t length() const { return static_cast<std::size_t>(arguments_.ranges.front().low); }

  template <class Value> void put(std::size_t offset, Value value) {
    std::memcpy(data_.bytes.data() + offset, &value, sizeof value);
  }

  void put_buffer(std::size_t offset, std::size_t buffer) {
    put<std::uint64_t>(offset, buffers_ + buffer % buffer_count * most_buffer_bytes);
    data_.addresses.push_back(offset);
  }

  /// A chain of copies goes back and forth between two buffers. Other calls use several of them.
  void write_memory_call(std::size_t call) {
    const std::size_t first = CallData::first_offset + call * stride_;
    const std::size_t second = first + least_slot_bytes;
    const std::size_t third = second + least_slot_bytes;
    const std::size_t turn = timing_ == CallTiming::independent ? 2 * (call % 2) : 0;
    const bool is_back = timing_ == CallTiming::chain && call % 2 == 1;
    put_buffer(first, turn + (is_back ? 1 : 0));
    if (subject_.kind == CallKind::scanning) {
      std::uint8_t *text = data_.bytes.data() + buffers_ + turn * most_buffer_bytes;
      std::fill_n(text, length(), std::uint8_t{'a'});
      return;
    }
    if (subject_.kind == CallKind::filling)
      put<std::uint64_t>(second, 1);
    else
      put_buffer(second, turn + (is_back ? 0 : 1));
    put<std::uint64_t>(third, length());
  }

  void write_values(std::size_t offset) {
    for (std::size_t i = 0; i < subject_.signature.arguments.size(); ++i) {
      const CallValue value = subject_.signature.arguments[i];
      if (subject_.kind == CallKind::storing && value == CallValue::integer)
        put_buffer(offset, i);
      else
        write_value(offset, value, arguments_.ranges.at(i));
      offset += slot_bytes(value);
    }
  }

  void write_value(std::size_t offset, CallValue value, const ValueRange &range) {
    if (value == CallValue::integer) {
      put<std::int64_t>(offset, std::llround(numbers_.in(range)));
      return;
    }
    const int element = value == CallValue::float32 ? 4 : value == CallValue::float64 ? 8 : subject_.element_bytes;
    for (int byte = 0; byte < bytes_of(value); byte += element) {
      const std::size_t place = offset + static_cast<std::size_t>(byte);
      if (element == 4)
        put<float>(place, static_cast<float>(numbers_.in(range)));
      else
        put<double>(place, numbers_.in(range));
    }
  }

  const CallSubject &subject_;
  const ArgumentClass &arguments_;
  CallTiming timing_;
  std::size_t stride_;
  std::size_t buffers_ = 0; ///< their offset
  Numbers numbers_;
  CallData data_;
};

/// "vandpd (%r13), %ymm0, %ymm0" or "andpd (%r13), %xmm0"
std::string combined(const char *operation, CallValue value, const std::string &memory) {
  const int bytes = bytes_of(value);
  if (bytes <= 16)
    return format_text("{} {}, %xmm0\n", operation, memory);
  const char *reg = bytes == 32 ? "%ymm0" : "%zmm0";
  if (bytes == 64) // without AVX512DQ, only integer operations have this width
    return format_text("v{}q {}, {}, {}\n", std::string_view(operation).starts_with("and") ? "pand" : "por", memory,
                       reg, reg);
  return format_text("v{} {}, {}, {}\n", operation, memory, reg, reg);
}

std::string load_text(CallValue value, const std::string &memory, int number) {
  switch (value) {
  case CallValue::float32: return format_text("movss {}, %xmm{}\n", memory, number);
  case CallValue::float64: return format_text("movsd {}, %xmm{}\n", memory, number);
  case CallValue::vector128: return format_text("movups {}, %xmm{}\n", memory, number);
  case CallValue::vector256: return format_text("vmovups {}, %ymm{}\n", memory, number);
  case CallValue::vector512: return format_text("vmovups {}, %zmm{}\n", memory, number);
  case CallValue::integer:
    return format_text("mov {}, %{}\n", memory,
                       calling_convention(Isa::x86_64).integers.at(static_cast<std::size_t>(number)).front());
  case CallValue::nothing: break;
  }
  return "";
}

std::string arguments_text(const CallSubject &subject, bool is_chained) {
  std::string text;
  std::size_t offset = 0;
  int vectors = 0;
  int integers = 0;
  for (std::size_t i = 0; i < subject.signature.arguments.size(); ++i) {
    const CallValue value = subject.signature.arguments[i];
    const std::string memory = format_text("{}(%rbx)", offset);
    int &number = is_in_vector_register(value) ? vectors : integers;
    if (i == 0 && is_chained && has_vector_chain(subject))
      text += combined("andpd", value, "(%r13)") + combined("orpd", value, memory);
    else if (i == 0 && is_chained && subject.kind == CallKind::allocation)
      text += "and (%r13), %r15\nmov " + memory + ", %rdi\nadd %r15, %rdi\n";
    else if (i == 0 && is_chained && has_integer_chain(subject))
      text += "and (%r13), %rax\nmov " + memory + ", %rdi\nadd %rax, %rdi\n";
    else
      text += load_text(value, memory, number);
    ++number;
    offset += slot_bytes(value);
  }
  return text;
}

std::string call_text(const CallSubject &subject, CallTiming timing) {
  if (subject.kind == CallKind::allocation)
    return timing == CallTiming::link ? "mov %rdi, %r15\n"
                                      : "call stub\nmov %rax, %r15\nmov %rax, %rdi\ncall release\n";
  if (timing != CallTiming::link)
    return "call stub\n";
  return has_integer_chain(subject) ? "mov %rdi, %rax\n" : "";
}

} // namespace

bool has_chain(const CallSubject &subject) {
  return has_vector_chain(subject) || has_integer_chain(subject) || subject.kind == CallKind::copying;
}

bool has_link(const CallSubject &subject) { return has_vector_chain(subject) || has_integer_chain(subject); }

CallData call_data(const CallSubject &subject, const ArgumentClass &arguments, CallTiming timing) {
  return DataWriter(subject, arguments, timing).write();
}

Expected<std::vector<std::uint8_t>> call_code(const CallSubject &subject, CallTiming timing) {
  const auto integers = std::ranges::count(subject.signature.arguments, CallValue::integer);
  if (integers > static_cast<std::ptrdiff_t>(CallingConvention::most_arguments))
    return Error{"the signature has more integers than registers pass"};
  std::ostringstream out;
  for (const char *name : {"rbx", "rbp", "r12", "r13", "r14", "r15"})
    out << "push %" << name << "\n";
  out << "mov %rsp, %rbp\nand $-64, %rsp\nmov %rdi, %r12\nmov %rsi, %r13\nxor %eax, %eax\nxor %r15d, %r15d\n"
      << "pxor %xmm0, %xmm0\n.p2align 6\npass:\nlea " << CallData::first_offset << "(%r13), %rbx\nmov $"
      << calls_per_pass << ", %r14d\n.p2align 6\nagain:\n"
      << arguments_text(subject, timing != CallTiming::independent) << call_text(subject, timing) << "add $"
      << stride_of(subject) << ", %rbx\ndec %r14d\njne again\ndec %r12\njne pass\nmov %rbp, %rsp\n";
  for (const char *name : {"r15", "r14", "r13", "r12", "rbp", "rbx"})
    out << "pop %" << name << "\n";
  out << "ret\n.p2align 6\nstub:\njmp *" << CallData::target_offset << "(%r13)\n.p2align 4\nrelease:\njmp *"
      << CallData::release_offset << "(%r13)\n";
  OSACA_TRY(AssembledCode code, assemble(out.str(), Isa::x86_64, {"", false, "calls"}));
  return std::move(code.bytes);
}

} // namespace osaca::measure::calls
