#include "measure/memory/walk_code.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "measure/harness/measuring_child.h"
#include "measure/memory/walk.h"

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>

namespace osaca::measure::memory {
namespace {

constexpr std::uint64_t cells_address = first_region_address; ///< where each chain stores its position
constexpr std::uint64_t arrays_address = first_region_address + (std::uint64_t{1} << 32U);
constexpr std::uint64_t array_distance = std::uint64_t{1} << 36U;
constexpr std::uint64_t array_shift = 11 * 64 + 4096; ///< different page offsets avoid false conflicts of addresses
constexpr int loads_per_turn = 16;                    // of a chase
constexpr std::int64_t bytes_per_turn = 256;          // of an array
constexpr std::int64_t whole_sweeps_up_to = 4 << 20;
constexpr std::int64_t usual_portion = 64 << 10;
constexpr std::int64_t least_window_steps = 12'000;
constexpr std::int64_t window_bytes_of_large = 16 << 20;
constexpr std::size_t samples_per_run = 40;
constexpr std::size_t rbx = 3;
constexpr std::size_t rsi = 6;
constexpr std::size_t rdi = 7;
constexpr std::size_t r8 = 8;
constexpr std::size_t r9 = 9;
constexpr std::size_t r15 = 15;

/// The step from one place to the next. A multiplication by one keeps the address and takes its time.
std::string chase_step(const Walk &walk) {
  std::string text = "mov (%rax), %rax\n";
  for (int i = 0; i < walk.multiplications; ++i)
    text += walk.is_waiting_for_them ? "imul $1, %rax, %rax\n" : "imul $3, %rsi, %rcx\n";
  return text;
}

/// One chain keeps its position in a register; several keep theirs in memory, since there are too few registers.
std::string chase_text(const Walk &walk) {
  const int chains = walk.chains;
  std::ostringstream out;
  if (chains == 1) {
    out << "mov (%rdi), %rax\n.p2align 6\nturn:\n";
    for (int i = 0; i < loads_per_turn; ++i)
      out << chase_step(walk);
    out << "dec %r15\njne turn\nmov %rax, (%rdi)\n";
    return out.str();
  }
  constexpr std::array<const char *, 4> registers = {"rax", "rcx", "rdx", "rbx"};
  out << ".p2align 6\nturn:\n";
  for (int chain = 0; chain < chains; ++chain) {
    const std::string cell = format_text("{}(%rdi)", 8 * chain);
    const std::string reg = std::string("%") + registers[static_cast<std::size_t>(chain) % registers.size()];
    out << "mov " << cell << ", " << reg << "\nmov (" << reg << "), " << reg << "\nmov " << reg << ", " << cell << "\n";
  }
  out << "dec %r15\njne turn\n";
  return out.str();
}

struct VectorText {
  std::string load;
  std::string store;
  std::string stream;
  std::string add; ///< the instruction that adds memory to a register
  std::string reg;
  int bytes = 0;
};

VectorText vectors_of(bool has_avx) {
  return has_avx ? VectorText{"vmovapd", "vmovapd", "vmovntpd", "vaddpd", "%ymm", 32}
                 : VectorText{"movapd", "movapd", "movntpd", "addpd", "%xmm", 16};
}

std::string added(const VectorText &vector, const std::string &place, const std::string &constant,
                  const std::string &reg, bool has_avx) {
  return has_avx ? format_text("{} {}, {}, {}\n", vector.add, place, constant, reg)
                 : format_text("movapd {}, {}\n{} {}, {}\n", constant, reg, vector.add, place, reg);
}

/// The accesses to one vector, `offset` bytes after the beginning of the turn.
std::string vector_step(WalkKind kind, int offset, bool has_avx) {
  const VectorText vector = vectors_of(has_avx);
  const auto in = [offset](const char *base) { return format_text("{}(%{},%rax)", offset, base); };
  const std::string reg = format_text("{}{}", vector.reg, offset / vector.bytes % 8);
  const std::string constant = vector.reg + "15";
  switch (kind) {
  case WalkKind::read: return format_text("{} {}, {}\n", vector.load, in("rsi"), reg);
  case WalkKind::write: return format_text("{} {}, {}\n", vector.store, constant, in("rsi"));
  case WalkKind::update:
    return format_text("{}{} {}, {}\n", added(vector, in("rsi"), constant, reg, has_avx), vector.store, reg, in("rsi"));
  case WalkKind::copy:
    return format_text("{} {}, {}\n{} {}, {}\n", vector.load, in("rsi"), reg, vector.store, reg, in("r8"));
  case WalkKind::triad:
    return format_text("{} {}, {}\n{}{} {}, {}\n", vector.load, in("rsi"), reg,
                       added(vector, in("r8"), reg, reg, has_avx), vector.store, reg, in("r9"));
  case WalkKind::streaming_write: return format_text("{} {}, {}\n", vector.stream, constant, in("rsi"));
  case WalkKind::streaming_copy:
    return format_text("{} {}, {}\n{} {}, {}\n", vector.load, in("rsi"), reg, vector.stream, reg, in("r8"));
  default: break;
  }
  return "";
}

/// Stores to half of a line.
std::string half_line_written(const char *base, std::int64_t offset, bool has_avx) {
  const VectorText vector = vectors_of(has_avx);
  std::ostringstream out;
  for (std::int64_t begin = offset; begin < offset + line_bytes / 2; begin += vector.bytes)
    out << vector.store << " " << vector.reg << "15, " << begin << "(%" << base << ",%rax)\n";
  return out.str();
}

/// The stores to a line of each of two arrays.
std::string pair_of_lines(WalkKind kind, std::int64_t line, bool has_avx) {
  const auto first = [&](const char *base) { return half_line_written(base, line, has_avx); };
  const auto second = [&](const char *base) { return half_line_written(base, line + line_bytes / 2, has_avx); };
  return kind == WalkKind::write_by_turns ? first("rsi") + first("r8") + second("rsi") + second("r8")
                                          : first("rsi") + second("rsi") + first("r8") + second("r8");
}

/// The accesses to `bytes_per_turn` bytes of each array.
std::string turn_text(const Walk &walk, bool has_avx) {
  const VectorText vector = vectors_of(has_avx);
  std::ostringstream out;
  switch (walk.kind) {
  case WalkKind::strided_read:
    for (std::int64_t line = 0; line < bytes_per_turn / line_bytes; ++line)
      out << vector.load << " " << line * walk.step_bytes << "(%rsi,%rax), " << vector.reg << line << "\n";
    break;
  case WalkKind::write_in_a_row:
  case WalkKind::write_by_turns:
    for (std::int64_t line = 0; line < bytes_per_turn; line += line_bytes)
      out << pair_of_lines(walk.kind, line, has_avx);
    break;
  default:
    for (int offset = 0; offset < bytes_per_turn; offset += vector.bytes)
      out << vector_step(walk.kind, offset, has_avx);
  }
  return out.str();
}

/// The distance between lines, in lines: 1 except for strided reads.
std::int64_t spread_of(const Walk &walk) {
  return walk.kind == WalkKind::strided_read ? walk.step_bytes / line_bytes : 1;
}

std::string sweep_text(const Walk &walk, std::int64_t portion, bool has_avx) {
  std::ostringstream out;
  out << "mov (%rdi), %rax\nsweep:\nlea " << portion * spread_of(walk) << "(%rax), %rcx\n.p2align 6\nturn:\n"
      << turn_text(walk, has_avx) << "add $" << bytes_per_turn * spread_of(walk) << ", %rax\ncmp %rcx, %rax\njne turn\n"
      << "cmp %rbx, %rax\njne goes_on\nxor %eax, %eax\ngoes_on:\ndec %r15\njne sweep\nmov %rax, (%rdi)\n";
  return out.str();
}

std::uint64_t whole_huge_pages(std::int64_t bytes) {
  return (static_cast<std::uint64_t>(bytes) + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
}

std::int64_t array_bytes_of(const Walk &walk) {
  const std::int64_t bytes = walk.bytes / arrays_of(walk.kind);
  const std::int64_t unit = bytes > whole_sweeps_up_to ? usual_portion : bytes_per_turn;
  return std::max(bytes / unit * unit, bytes_per_turn);
}

/// Reads the memory, so that lines written while it was filled leave the caches if there is no room for them.
void pass_over(const std::uint64_t *words, std::uint64_t count) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; i += line_bytes / sizeof(std::uint64_t))
    sum += words[i];
  volatile std::uint64_t kept = sum;
  (void)kept;
}

void link_places(const Walk &walk, std::uint64_t seed, std::uint64_t *words, std::uint64_t count) {
  const auto base = reinterpret_cast<std::uint64_t>(words);
  auto *cells = reinterpret_cast<std::uint64_t *>(cells_address);
  for (const auto &order : chase_orders(walk, seed)) {
    for (std::size_t i = 0; i < order.size(); ++i)
      words[place_offset(walk, order[i]) / sizeof(std::uint64_t)] =
          base + place_offset(walk, order[i + 1 == order.size() ? 0 : i + 1]);
    *cells++ = base + place_offset(walk, order.front());
  }
  pass_over(words, count);
}

MemoryRegion::Pages pages_of(const Walk &walk) {
  return walk.pages == PageSize::huge ? MemoryRegion::Pages::huge : MemoryRegion::Pages::small;
}

void add_chase(CodedWalk &coded, const Walk &walk, std::uint64_t seed) {
  MemoryRegion region{arrays_address, whole_huge_pages(walk.bytes), pages_of(walk), {}};
  region.fill = [walk, seed](std::uint64_t *words, std::uint64_t count) { link_places(walk, seed, words, count); };
  coded.task.regions.push_back(std::move(region));
  const std::int64_t per_turn = walk.chains == 1 ? loads_per_turn : walk.chains;
  const std::int64_t turns = least_window_steps / per_turn;
  coded.task.short_window.general[r15] = static_cast<std::uint64_t>(turns);
  coded.shorter_steps = static_cast<double>(turns * per_turn);
}

void add_sweeps(CodedWalk &coded, const Walk &walk) {
  const std::int64_t bytes = array_bytes_of(walk);
  const std::int64_t span = bytes * spread_of(walk);
  GeneralRegisters &general = coded.task.short_window.general;
  constexpr std::array<std::size_t, 3> bases = {rsi, r8, r9};
  for (int i = 0; i < arrays_of(walk.kind); ++i) {
    const std::uint64_t shift = static_cast<std::uint64_t>(i) * array_shift;
    const std::uint64_t address = arrays_address + static_cast<std::uint64_t>(i) * array_distance;
    MemoryRegion region{address, whole_huge_pages(span + static_cast<std::int64_t>(shift)), pages_of(walk), {}};
    region.fill = [](std::uint64_t *words, std::uint64_t count) {
      std::fill_n(words, count, float_word);
      pass_over(words, count);
    };
    coded.task.regions.push_back(std::move(region));
    general[bases[static_cast<std::size_t>(i)]] = address + shift;
  }
  const std::int64_t portion = portion_bytes(bytes);
  const std::int64_t window = bytes > whole_sweeps_up_to
                                  ? std::max(window_bytes_of_large, std::min(bytes, 4 * window_bytes_of_large))
                                  : std::max(bytes, 4 * least_window_steps * line_bytes);
  const std::int64_t turns = (window + portion - 1) / portion;
  general[rbx] = static_cast<std::uint64_t>(span);
  general[r15] = static_cast<std::uint64_t>(turns);
  coded.shorter_steps = static_cast<double>(turns * portion) / line_bytes;
}

} // namespace

std::int64_t portion_bytes(std::int64_t array_bytes) {
  return array_bytes > whole_sweeps_up_to ? usual_portion : array_bytes;
}

std::string walk_text(const Walk &walk, bool has_avx) {
  return walk.kind == WalkKind::chase ? chase_text(walk)
                                      : sweep_text(walk, portion_bytes(array_bytes_of(walk)), has_avx);
}

Expected<CodedWalk> coded(const Walk &walk, bool has_avx, std::uint64_t seed) {
  OSACA_TRY(const AssembledCode code, assemble(walk_text(walk, has_avx), Isa::x86_64, {"", false, "walk"}));
  CodedWalk made;
  TimedTask &task = made.task;
  task.short_window.code = code.bytes;
  task.regions.push_back({cells_address, huge_page_bytes, MemoryRegion::Pages::small,
                          [](std::uint64_t *words, std::uint64_t count) { std::fill_n(words, count, 0); }});
  task.short_window.general[rdi] = cells_address;
  if (walk.kind == WalkKind::chase)
    add_chase(made, walk, seed);
  else
    add_sweeps(made, walk);
  task.long_window = task.short_window;
  task.long_window.general[r15] *= 2;
  made.longer_steps = 2 * made.shorter_steps;
  task.vectors.fill({{float_word, float_word}});
  task.fill_word = float_word;
  task.changes_memory = false;
  task.wanted_samples = samples_per_run;
  task.passes = 1;
  task.time_limit_seconds = 20;
  return made;
}

} // namespace osaca::measure::memory
