#include "measure/ports/mix_code.h"

#include "base/index.h"

#include <algorithm>
#include <random>

namespace osaca::measure {
namespace {

constexpr std::size_t shuffled_together = 12;
constexpr int store_begin = 1024; // bytes behind the address; loads stay below
constexpr int store_bytes = 1024;
constexpr int load_bytes = 512;
constexpr int word_bytes = 8;
constexpr int most_bytes = 64;

/// Indices into the mix, so that each item's copies are as far apart as they can be.
std::vector<std::size_t> interleaved(const Mix &mix, int rounds) {
  const int all = copies_in(mix);
  std::vector<int> placed(mix.size(), 0);
  std::vector<std::size_t> order;
  for (int position = 1; position <= all * rounds; ++position) {
    std::size_t next = 0;
    double most_late = -1e9;
    for (std::size_t i = 0; i < mix.size(); ++i) {
      const double late = static_cast<double>(mix[i].copies) * position / all - placed[i];
      if (late > most_late + 1e-9) {
        most_late = late;
        next = i;
      }
    }
    ++placed[next];
    order.push_back(next);
  }
  return order;
}

/// The same on every machine, unlike the standard library's shuffle.
void shuffle_neighbours(std::vector<std::size_t> &order) {
  std::mt19937 random(17); // NOLINT: the same every time
  for (std::size_t begin = 0; begin < order.size(); begin += shuffled_together) {
    const std::size_t size = std::min(shuffled_together, order.size() - begin);
    for (std::size_t i = size; i > 1; --i)
      std::swap(order[begin + i - 1], order[begin + random() % i]);
  }
}

/// Where the next copy reads and writes.
struct Places {
  int loaded = 0;
  int stored = 0;
};

/// The next place of `bytes`, at a multiple of it; `next` moves behind it.
int place(int &next, int bytes, int limit) {
  const int begin = (next + bytes - 1) / bytes * bytes;
  const int at = begin + bytes > limit ? 0 : begin;
  next = at + bytes;
  return at;
}

OperandWishes wishes_of(const PreparedForm &form, const std::vector<ResultRegisters> &results, int copy,
                        Places &places) {
  OperandWishes wishes = form.sources;
  for (const ResultRegisters &one : results)
    wishes[one.form_operand] = {one.families[at(copy) % one.families.size()], 0};
  if (form.variant == FormVariant::same_register && !results.empty())
    for (const OperandRole &role : form.shape.roles)
      if (role.form_operand >= 0 && as_register(role.operand) != nullptr)
        wishes[role.form_operand] = wishes[results.front().form_operand];
  for (const OperandRole &role : form.shape.roles) {
    const MemoryOperand *memory = as_memory(role.operand);
    if (memory == nullptr || role.displacement_operand < 0 || !(role.operand.read || role.operand.written))
      continue;
    const int bytes = std::clamp(memory->width_bytes, 1, most_bytes);
    wishes[role.displacement_operand] = {"", role.operand.written
                                                 ? store_begin + place(places.stored, bytes, store_bytes)
                                                 : place(places.loaded, std::max(bytes, word_bytes), load_bytes)};
  }
  return wishes;
}

std::optional<Error> add_copy(FormPreparer &preparer, const PreparedForm &form, const OperandWishes &wishes,
                              Benchmark &benchmark) {
  for (const std::string &text : form.breakers) {
    auto piece = preparer.pieces().make(text);
    if (!piece)
      return piece.error();
    benchmark.body.push_back(*piece);
    ++benchmark.instructions;
  }
  if (!form.literal.empty()) {
    auto piece = preparer.pieces().make(form.literal);
    if (!piece)
      return piece.error();
    benchmark.body.push_back(*piece);
    benchmark.instructions += line_count(form.literal);
    return std::nullopt;
  }
  auto piece = preparer.copy_of(form, wishes);
  if (!piece)
    return piece.error();
  benchmark.body.push_back(*std::move(piece));
  benchmark.changes_memory = benchmark.changes_memory || form.shape.example.instruction.stores;
  ++benchmark.instructions;
  return std::nullopt;
}

/// Values of the form that is particular about them: a quotient must fit.
const PreparedForm &most_particular(const std::vector<const PreparedForm *> &forms) {
  for (const PreparedForm *form : forms)
    if (!form->values.name.empty())
      return *form;
  return *forms.front();
}

} // namespace

Expected<MixCode> mix_code(FormPreparer &preparer, const std::vector<PreparedForm> &forms, const Mix &mix,
                           const MixCodeOptions &options) {
  if (mix.empty())
    return Error{"a mix of nothing"};
  std::vector<const PreparedForm *> taking_part;
  for (const MixItem &item : mix)
    taking_part.push_back(&forms.at(static_cast<std::size_t>(item.form)));
  for (const PreparedForm *a : taking_part)
    for (const PreparedForm *b : taking_part)
      if (!can_be_mixed(a->facts.upper_halves, b->facts.upper_halves))
        return Error{a->facts.name + " and " + b->facts.name +
                     " would each wait for the upper halves of vector registers"};
  const auto results = result_registers(preparer, taking_part, mix, options.supply);
  if (!results)
    return results.error();

  MixCode made;
  Benchmark &benchmark = made.benchmark;
  made.rounds = std::max(1, (options.copies + copies_in(mix) - 1) / copies_in(mix));
  for (const std::vector<ResultRegisters> &one : *results)
    for (const ResultRegisters &result : one)
      made.chain_cycles = std::max(made.chain_cycles, result.chain_cycles);
  std::vector<int> copies(mix.size(), 0);
  Places places;
  std::vector<std::size_t> items = interleaved(mix, made.rounds);
  if (options.order == CopyOrder::shuffled)
    shuffle_neighbours(items);
  for (const std::size_t i : items)
    if (const auto problem = add_copy(preparer, *taking_part[i],
                                      wishes_of(*taking_part[i], (*results)[i], copies[i]++, places), benchmark))
      return *problem;

  const bool legacy = std::ranges::any_of(taking_part, [](const PreparedForm *form) {
    return form->encoding == VectorEncoding::legacy && form->literal.empty();
  });
  benchmark.encoding = legacy ? VectorEncoding::legacy : preparer.widest();
  benchmark.values = most_particular(taking_part).values;
  const IsaDescription &isa = preparer.chooser(benchmark.encoding).isa();
  auto start = preparer.pieces().make(beginning(isa, benchmark.encoding, benchmark.values) + isa.fence + "\n");
  if (!start)
    return start.error();
  benchmark.beginning = *start;
  benchmark.executions = made.rounds;
  return made;
}

} // namespace osaca::measure
