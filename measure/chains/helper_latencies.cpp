#include "measure/chains/helper_latencies.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/chains/chain_path.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace osaca::measure {

// Normal equations and Gauss-Jordan elimination with the largest pivot. Columns without a pivot are free. An unknown is
// determined if its row contains none of them. The systems have about ten unknowns with small integer coefficients, so
// squaring the condition number does no harm.

namespace {

constexpr double nothing = 1e-9;

using Row = std::vector<double>;

std::vector<std::string> names_in(const std::vector<LinearEquation> &equations) {
  std::map<std::string, int> seen;
  for (const LinearEquation &equation : equations)
    for (const auto &[name, factor] : equation.coefficients)
      seen.emplace(name, 0);
  std::vector<std::string> names;
  for (const auto &[name, zero] : seen)
    names.push_back(name);
  return names;
}

/// A'A x = A'b, with the right side in the last column.
std::vector<Row> normal_equations(const std::vector<LinearEquation> &equations, const std::vector<std::string> &names) {
  std::vector<Row> rows(names.size(), Row(names.size() + 1, 0));
  for (const LinearEquation &equation : equations) {
    Row line(names.size() + 1, 0);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto found = equation.coefficients.find(names[i]); found != equation.coefficients.end())
        line[i] = found->second;
    line.back() = equation.value;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t k = 0; k < line.size(); ++k)
        rows[i][k] += line[i] * line[k];
  }
  return rows;
}

/// Reduces `rows`. Returns for each row the column of its pivot, or -1.
std::vector<int> reduce(std::vector<Row> &rows) {
  const std::size_t count = rows.size();
  std::vector<int> pivots(count, -1);
  std::size_t rank = 0;
  for (std::size_t column = 0; column < count && rank < count; ++column) {
    std::size_t best = rank;
    for (std::size_t row = rank; row < count; ++row)
      if (std::abs(rows[row][column]) > std::abs(rows[best][column]))
        best = row;
    if (std::abs(rows[best][column]) < nothing)
      continue;
    std::swap(rows[rank], rows[best]);
    const double pivot = rows[rank][column];
    for (double &value : rows[rank])
      value /= pivot;
    for (std::size_t row = 0; row < count; ++row) {
      if (row == rank)
        continue;
      const double factor = rows[row][column];
      for (std::size_t k = 0; k < rows[row].size(); ++k)
        rows[row][k] -= factor * rows[rank][k];
    }
    pivots[rank++] = static_cast<int>(column);
  }
  return pivots;
}

} // namespace

std::map<std::string, SolvedUnknown> solve(const std::vector<LinearEquation> &equations) {
  const std::vector<std::string> names = names_in(equations);
  std::vector<Row> rows = normal_equations(equations, names);
  const std::vector<int> pivots = reduce(rows);
  std::map<std::string, SolvedUnknown> solution;
  for (const std::string &name : names)
    solution[name] = {0, false}; // free unknowns
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (pivots[row] < 0)
      continue;
    bool depends = false;
    for (std::size_t column = 0; column < names.size(); ++column)
      depends = depends || (static_cast<int>(column) != pivots[row] && std::abs(rows[row][column]) > nothing);
    solution[names[at(pivots[row])]] = {rows[row].back(), !depends};
  }
  return solution;
}

namespace {

const RegisterFamily *first_of(const IsaDescription &isa, Domain domain) {
  const auto found =
      std::ranges::find_if(isa.pool, [domain](const RegisterFamily &family) { return family.domain == domain; });
  return found == isa.pool.end() ? nullptr : &*found;
}

struct Loop {
  std::vector<std::string> texts;
  std::map<std::string, double> helpers;
  bool stores = false;
};

std::vector<Loop> loops_of(const IsaDescription &isa) {
  std::vector<Loop> loops;
  const auto add_alone = [&](const std::string &name, const std::string &text, Domain domain) {
    const RegisterFamily *reg = first_of(isa, domain);
    if (!text.empty() && reg != nullptr)
      loops.push_back({{filled(text, reg, reg)}, {{name, 1.0}}, false});
  };
  add_alone("restore_general", isa.restore_general, Domain::general);
  add_alone("restore_address", isa.restore_address, Domain::general);
  add_alone("restore_index", isa.restore_index, Domain::general);
  const std::vector<VectorFile> files = isa.vector_files.empty() ? std::vector<VectorFile>{{}} : isa.vector_files;
  for (const VectorFile &file : files) {
    add_alone(vector_helper_name("restore_vector", file), with_vector_file(isa.restore_vector, file), Domain::vector);
    for (const VectorRestorer &other : isa.other_vector_restorers)
      add_alone(vector_helper_name(other.name, file), with_vector_file(other.text, file), Domain::vector);
    add_alone(vector_helper_name("restore_vector_index", file), with_vector_file(isa.restore_vector_index, file),
              Domain::vector);
  }
  add_alone("restore_mask", isa.restore_mask, Domain::mask);
  const RegisterFamily *general = first_of(isa, Domain::general);
  for (const Helper &there : isa.helpers)
    for (const Helper &back : isa.helpers)
      if (there.from == Domain::general && there.to == back.from && back.to == Domain::general) {
        const RegisterFamily *other = first_of(isa, there.to); // null: flags, which the texts do not name
        const Loop loop = {{filled(there.text, general, other), filled(back.text, other, general)},
                           {{there.name, 1.0}, {back.name, 1.0}},
                           false};
        if (loop.texts.front().find('{') == std::string::npos) // registers of this kind are not in the pool
          loops.push_back(loop);
      }
  for (const MemoryHelper &helper : isa.memory_helpers)
    if (const RegisterFamily *reg = first_of(isa, helper.domain))
      // The load uses the other address register; otherwise the core would recognise the same address.
      loops.push_back({{filled(helper.store, reg, reg),
                        replaced(filled(helper.load, reg, reg), isa.second_address_text, isa.address_text)},
                       {{memory_helper_name(helper), 1.0}},
                       true});
  return loops;
}

/// What has to be assumed because no chain can measure it.
std::vector<LinearEquation> assumptions(const IsaDescription &isa, const std::map<std::string, double> &known) {
  std::vector<LinearEquation> made;
  std::set<Domain> settled;
  for (const Helper &helper : isa.helpers)
    if (const auto found = known.find(helper.name); found != known.end()) {
      made.push_back({{{helper.name, 1.0}}, found->second});
      settled.insert(helper.from == Domain::general ? helper.to : helper.from);
    }
  for (const Helper &there : isa.helpers) {
    if (there.from != Domain::general || settled.contains(there.to))
      continue;
    if (there.assumed_cycles)
      made.push_back({{{there.name, 1.0}}, *there.assumed_cycles});
    const auto back = std::ranges::find_if(
        isa.helpers, [&](const Helper &helper) { return helper.from == there.to && helper.to == Domain::general; });
    const bool first = std::ranges::find_if(isa.helpers, [&](const Helper &helper) {
                         return helper.from == Domain::general && helper.to == there.to;
                       })->name == there.name;
    if (!there.assumed_cycles && first && back != isa.helpers.end())
      made.push_back({{{there.name, 1.0}, {back->name, -1.0}}, 0});
  }
  return made;
}

std::string text_of_helper(const IsaDescription &isa, const std::string &name) {
  const std::map<std::string, std::string> alone = {{"restore_general", isa.restore_general},
                                                    {"restore_address", isa.restore_address},
                                                    {"restore_index", isa.restore_index},
                                                    {"restore_mask", isa.restore_mask}};
  const std::vector<VectorFile> files = isa.vector_files.empty() ? std::vector<VectorFile>{{}} : isa.vector_files;
  for (const VectorFile &file : files) {
    if (name == vector_helper_name("restore_vector", file))
      return with_vector_file(isa.restore_vector, file);
    for (const VectorRestorer &other : isa.other_vector_restorers)
      if (name == vector_helper_name(other.name, file))
        return with_vector_file(other.text, file);
    if (name == vector_helper_name("restore_vector_index", file))
      return with_vector_file(isa.restore_vector_index, file);
  }
  if (const auto found = alone.find(name); found != alone.end())
    return found->second;
  for (const Helper &helper : isa.helpers)
    if (helper.name == name)
      return helper.text;
  for (const MemoryHelper &helper : isa.memory_helpers)
    if (memory_helper_name(helper) == name)
      return format_text("{}\n{}", helper.store, helper.load);
  return "";
}

} // namespace

Expected<std::vector<HelperChain>> helper_chains(const IsaDescription &isa, SnippetAssembler &pieces,
                                                 VectorEncoding encoding) {
  const ValueSet values = value_sets(isa.isa, "", "").front();
  OSACA_TRY(auto start, pieces.make(beginning(isa, encoding, values) + isa.fence));
  std::vector<HelperChain> made;
  for (const Loop &loop : loops_of(isa)) {
    HelperChain chain;
    chain.helpers = loop.helpers;
    chain.benchmark.beginning = start;
    chain.benchmark.encoding = encoding;
    chain.benchmark.values = values;
    chain.benchmark.changes_memory = loop.stores;
    chain.benchmark.uses_x87 = encoding == VectorEncoding::mmx;
    for (const std::string &text : loop.texts) {
      OSACA_TRY(auto piece, pieces.make(text));
      chain.benchmark.body.push_back(piece);
      chain.benchmark.instructions += line_count(text);
    }
    made.push_back(std::move(chain));
  }
  return made;
}

Expected<HelperFigures> measure_helpers(const IsaDescription &isa, SnippetAssembler &pieces, VectorEncoding encoding,
                                        BenchmarkTimer &timer, const RepetitionPolicy &repetition,
                                        const std::map<std::string, double> &known) {
  OSACA_TRY(const auto chains, helper_chains(isa, pieces, encoding));
  std::vector<LinearEquation> equations;
  HelperFigures figures;
  for (const HelperChain &chain : chains) {
    constexpr double rough_cycles = 10;
    const Measurement figure = timer.measure(chain.benchmark, rough_cycles, repetition);
    if (figure.status != Status::ok && figure.status != Status::unstable)
      continue;
    equations.push_back({chain.helpers, figure.cycles});
    for (const auto &[name, count] : chain.helpers) {
      MeasuredHelper &helper = figures[name];
      helper.name = name;
      helper.text = text_of_helper(isa, name);
      helper.spread = std::max(helper.spread, figure.spread);
    }
  }
  const auto without = solve(equations);
  std::vector<LinearEquation> all = equations;
  for (const LinearEquation &assumption : assumptions(isa, known))
    if (std::ranges::all_of(assumption.coefficients, [&](const auto &one) { return figures.contains(one.first); }))
      all.push_back(assumption);
  const auto with = solve(all);
  for (auto &[name, helper] : figures) {
    helper.cycles = with.at(name).value;
    helper.is_split = !without.at(name).is_determined;
  }
  return figures;
}

} // namespace osaca::measure
