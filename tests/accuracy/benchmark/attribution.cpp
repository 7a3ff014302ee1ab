#include "attribution.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::accuracy {
namespace {

constexpr int most_questions = 4;
constexpr std::size_t fewest_rows = 5;
constexpr double least_gain = 0.005; ///< a question must explain so much of the variance of all rows
constexpr double largest_error = 1;  ///< beyond 100 % a row counts as that, lest a single one decide

/// A row, what can be asked about it, and its error.
struct Case {
  const Row *row = nullptr;
  std::vector<std::string> answers; ///< what is true of it
  double error = 0;
};

struct Sum {
  double error = 0;
  double rows = 0;

  void add(double row_error) {
    error += row_error;
    ++rows;
  }
  [[nodiscard]] double mean() const { return error / rows; }
};

struct Question {
  std::string text;
  double gain = 0; ///< how much less the squares of the deviations from the mean are in the two parts
};

std::vector<Case> cases_of(const std::vector<Row> &rows) {
  std::vector<Case> cases;
  for (const Row &row : rows) {
    if (!row.ours.cycles)
      continue;
    Case one{&row, row.features,
             std::min(largest_error, std::abs(relative_error(*row.ours.cycles, row.sample.measured_cycles)))};
    for (std::string &bound : find_cause("bound")->groups_of(row))
      one.answers.push_back(std::move(bound));
    cases.push_back(std::move(one));
  }
  return cases;
}

double squared_deviations(const std::vector<Case> &cases) {
  Sum sum;
  for (const Case &one : cases)
    sum.add(one.error);
  double squares = 0;
  for (const Case &one : cases)
    squares += (one.error - sum.mean()) * (one.error - sum.mean());
  return squares;
}

double gain_of(const Sum &yes, const Sum &all) {
  const Sum no{all.error - yes.error, all.rows - yes.rows};
  if (yes.rows < fewest_rows || no.rows < fewest_rows)
    return 0;
  const double distance = yes.mean() - no.mean();
  return yes.rows * no.rows / all.rows * distance * distance;
}

Question best_question(const std::vector<Case> &cases) {
  Sum all;
  std::map<std::string, Sum> by_answer;
  for (const Case &one : cases) {
    all.add(one.error);
    for (const std::string &answer : one.answers)
      by_answer[answer].add(one.error);
  }
  Question best;
  for (const auto &[answer, sum] : by_answer)
    if (const double gain = gain_of(sum, all); gain > best.gain)
      best = {answer, gain};
  return best;
}

struct Leaf {
  std::string name;
  std::vector<Row> rows;
};

/// Asks on while it pays.
void divide(std::vector<Case> cases, const std::string &name, int questions_left, double gain_needed,
            std::vector<Leaf> &leaves) {
  const Question question = questions_left > 0 ? best_question(cases) : Question{};
  if (question.text.empty() || question.gain < gain_needed) {
    Leaf leaf{name.empty() ? "(all)" : name, {}};
    for (const Case &one : cases)
      leaf.rows.push_back(*one.row);
    leaves.push_back(std::move(leaf));
    return;
  }
  const auto no = std::stable_partition(cases.begin(), cases.end(), [&](const Case &one) {
    return std::ranges::find(one.answers, question.text) != one.answers.end();
  });
  const std::string so_far = name.empty() ? "" : name + ", ";
  divide({cases.begin(), no}, so_far + question.text, questions_left - 1, gain_needed, leaves);
  divide({no, cases.end()}, so_far + "not " + question.text, questions_left - 1, gain_needed, leaves);
}

} // namespace

std::vector<Group> attributed(const std::vector<Row> &rows) {
  std::vector<Case> cases = cases_of(rows);
  if (cases.empty())
    return {};
  const double gain_needed = least_gain * squared_deviations(cases);
  std::vector<Leaf> leaves;
  divide(std::move(cases), "", most_questions, gain_needed, leaves);
  const Agreement all = our_agreement(rows);
  std::vector<Group> groups;
  for (const Leaf &leaf : leaves)
    groups.push_back(group_of(leaf.name, leaf.rows, all));
  std::ranges::stable_sort(groups, [](const Group &a, const Group &b) { return a.share_of_error > b.share_of_error; });
  return groups;
}

} // namespace osaca::accuracy
