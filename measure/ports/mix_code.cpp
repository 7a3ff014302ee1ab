#include "base/format.h"
#include "base/index.h"
#include "measure/ports/port_timer.h"

#include <algorithm>
#include <random>

namespace osaca::measure {

namespace {

constexpr std::size_t most_registers = 12; // more are of no use
constexpr double least_update_cycles = 0.5;

struct Request {
  std::size_t item = 0;
  int operand = 0;
  bool is_updated = false;
  double busy_cycles = 1; ///< per round if all copies used the same register
  std::vector<std::string> possible;
  std::vector<std::string> given;
};

std::set<std::string> reserved_by_all(const std::vector<const PreparedForm *> &forms) {
  // Registers reserved as sources of any form, whether or not this mix uses them.
  std::set<std::string> made = {"ZMM13", "ZMM12", "K5", "K4"};
  for (const PreparedForm *form : forms)
    made.insert(form->reserved.begin(), form->reserved.end());
  return made;
}

std::vector<Request> requests_of(FormPreparer &preparer, const std::vector<const PreparedForm *> &forms,
                                 const Mix &mix) {
  const std::set<std::string> reserved = reserved_by_all(forms);
  std::vector<Request> made;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const PreparedForm &form = *forms[i];
    for (const OperandRole &role : form.shape.roles) {
      if (!is_chosen_result(role))
        continue;
      Request one{i,
                  role.form_operand,
                  role.operand.read,
                  mix[i].copies * std::max(form.update_cycles, least_update_cycles),
                  {},
                  {}};
      for (const RegisterFamily *family :
           preparer.chooser(form.encoding).free_families(form.shape, role.form_operand, reserved))
        one.possible.push_back(family->llvm_name);
      made.push_back(std::move(one));
    }
  }
  return made;
}

bool give_one(Request &request, std::set<std::string> &taken) {
  for (const std::string &family : request.possible)
    if (taken.insert(family).second) {
      request.given.push_back(family);
      return true;
    }
  return false;
}

/// The request whose copies wait most for each other on one register.
Request *neediest(std::vector<Request> &requests) {
  Request *found = nullptr;
  const auto need = [](const Request &one) { return one.busy_cycles / static_cast<double>(one.given.size()); };
  for (Request &one : requests)
    if (one.is_updated && one.given.size() < most_registers && !one.possible.empty() &&
        (found == nullptr || need(one) > need(*found)))
      found = &one;
  return found;
}

} // namespace

Expected<std::vector<std::vector<ResultRegisters>>> result_registers(FormPreparer &preparer,
                                                                     const std::vector<const PreparedForm *> &forms,
                                                                     const Mix &mix, RegisterSupply supply) {
  std::vector<Request> requests = requests_of(preparer, forms, mix);
  std::set<std::string> taken;
  for (Request &one : requests)
    if (!give_one(one, taken))
      return Error{"there are not enough registers for a mix with " + forms[one.item]->facts.name};
  while (Request *one = supply == RegisterSupply::shared ? neediest(requests) : nullptr)
    if (!give_one(*one, taken))
      one->possible.clear();
  std::vector<std::vector<ResultRegisters>> made(forms.size());
  for (Request &one : requests) {
    const double chain = one.is_updated ? one.busy_cycles / static_cast<double>(one.given.size()) : 0;
    made[one.item].push_back({one.operand, std::move(one.given), chain});
  }
  return made;
}

namespace {

constexpr std::size_t shuffled_together = 12;
constexpr int store_begin = 1024; // bytes from the address; loads use lower offsets
constexpr int store_bytes = 1024;
constexpr int load_bytes = 512;
constexpr int word_bytes = 8;
constexpr int most_bytes = 64;

/// Indices into the mix, such that the copies of each item are as far apart as possible.
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

/// The result is the same on every machine, unlike that of the standard library's shuffle.
void shuffle_neighbours(std::vector<std::size_t> &order) {
  std::mt19937 random(17); // NOLINT: the same in every run
  for (std::size_t begin = 0; begin < order.size(); begin += shuffled_together) {
    const std::size_t size = std::min(shuffled_together, order.size() - begin);
    for (std::size_t i = size; i > 1; --i)
      std::swap(order[begin + i - 1], order[begin + random() % i]);
  }
}

/// The addresses that the next copy reads and writes.
struct Places {
  int loaded = 0;
  int stored = 0;
};

/// The next place of `bytes` bytes, aligned to its size; `next` becomes the offset after it.
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
    OSACA_TRY(auto piece, preparer.pieces().make(text));
    benchmark.body.push_back(piece);
    ++benchmark.instructions;
  }
  if (!form.literal.empty()) {
    OSACA_TRY(auto piece, preparer.pieces().make(form.literal));
    benchmark.body.push_back(piece);
    benchmark.instructions += line_count(form.literal);
    return std::nullopt;
  }
  OSACA_TRY(auto piece, preparer.copy_of(form, wishes));
  benchmark.body.push_back(std::move(piece));
  benchmark.changes_memory = benchmark.changes_memory || form.shape.example.instruction.stores;
  ++benchmark.instructions;
  return std::nullopt;
}

/// The form whose values the mix must use: the quotient of a division must fit.
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
    return Error{"the mix is empty"};
  std::vector<const PreparedForm *> taking_part;
  for (const MixItem &item : mix)
    taking_part.push_back(&forms.at(static_cast<std::size_t>(item.form)));
  for (const PreparedForm *a : taking_part)
    for (const PreparedForm *b : taking_part)
      if (!can_be_mixed(a->facts.upper_halves, b->facts.upper_halves))
        return Error{
            format_text("{} and {} cannot be mixed, because each would wait for the upper halves of vector registers",
                        a->facts.name, b->facts.name)};
  OSACA_TRY(const auto results, result_registers(preparer, taking_part, mix, options.supply));

  MixCode made;
  Benchmark &benchmark = made.benchmark;
  made.rounds = std::max(1, (options.copies + copies_in(mix) - 1) / copies_in(mix));
  for (const std::vector<ResultRegisters> &one : results)
    for (const ResultRegisters &result : one)
      made.chain_cycles = std::max(made.chain_cycles, result.chain_cycles);
  std::vector<int> copies(mix.size(), 0);
  Places places;
  std::vector<std::size_t> items = interleaved(mix, made.rounds);
  if (options.order == CopyOrder::shuffled)
    shuffle_neighbours(items);
  for (const std::size_t i : items)
    if (const auto problem =
            add_copy(preparer, *taking_part[i], wishes_of(*taking_part[i], results[i], copies[i]++, places), benchmark))
      return *problem;

  const bool legacy = std::ranges::any_of(taking_part, [](const PreparedForm *form) {
    return form->encoding == VectorEncoding::legacy && form->literal.empty();
  });
  benchmark.encoding = legacy ? VectorEncoding::legacy : preparer.widest();
  benchmark.values = most_particular(taking_part).values;
  const IsaDescription &isa = preparer.chooser(benchmark.encoding).isa();
  auto start =
      preparer.pieces().make(format_text("{}{}\n", beginning(isa, benchmark.encoding, benchmark.values), isa.fence));
  if (!start)
    return start.error();
  benchmark.beginning = *start;
  benchmark.executions = made.rounds;
  return made;
}

} // namespace osaca::measure
