#include "tables.h"

#include "csv.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

namespace osaca::accuracy {
namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string percent(std::optional<double> share, int decimals = 1) {
  return share ? fixed(*share * 100, decimals) + " %" : "-";
}

std::string signed_percent(std::optional<double> share) {
  return share ? (*share >= 0 ? "+" : "") + percent(share) : "-";
}

std::string tau_of(std::optional<double> tau) { return tau ? fixed(*tau, 3) : "-"; }

std::string ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? "-" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string cycles_of(const Prediction &prediction, int decimals) {
  return prediction.cycles ? fixed(*prediction.cycles, decimals) : "-";
}

std::string described(const Prediction &prediction, const Sample &sample) {
  if (!prediction.cycles)
    return "none: " + prediction.problem;
  return cycles_of(prediction, 2) + " (" + signed_percent(relative_error(*prediction.cycles, sample.measured_cycles)) +
         ", " + prediction.bound + ")";
}

/// Files of others may hold what a terminal would obey.
std::string printable(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      c = '?';
  return text;
}

std::string joined(const std::vector<std::string> &parts, const std::string &separator) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

/// Cells in columns; the one with names is flush left, the others right.
class Columns {
public:
  explicit Columns(std::size_t names) : names_(names) {}

  void add(std::vector<std::string> cells) { lines_.push_back(std::move(cells)); }

  void print(std::ostream &out) const {
    std::vector<std::size_t> widths;
    for (const auto &cells : lines_) {
      widths.resize(std::max(widths.size(), cells.size()));
      for (std::size_t i = 0; i < cells.size(); ++i)
        widths[i] = std::max(widths[i], cells[i].size());
    }
    for (const auto &cells : lines_) {
      std::string line = "  ";
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string padding(widths[i] - cells[i].size(), ' ');
        line += (i == 0 ? "" : "  ") + (i == names_ ? cells[i] + padding : padding + cells[i]);
      }
      out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    }
  }

private:
  std::size_t names_;
  std::vector<std::vector<std::string>> lines_;
};

} // namespace

void print_tools(std::ostream &out, const std::string &what, const std::vector<ToolResult> &tools) {
  out << '\n' << what << ": against measurements\n";
  Columns columns(0);
  columns.add({"tool", "rows", "MAPE", "median", "tau-b", "of 0.01", "within 10 %", "over", "under", "not handled",
               "seconds", what + "/s"});
  for (const ToolResult &result : tools) {
    const Agreement &a = result.agreement;
    columns.add({result.tool, std::to_string(a.rows), percent(a.mean_error, 2), percent(a.median_error, 2),
                 tau_of(a.kendall_tau), tau_of(a.kendall_tau_rounded), ratio(a.within, a.rows), std::to_string(a.over),
                 std::to_string(a.under), std::to_string(a.not_handled), fixed(result.seconds, 3),
                 result.seconds > 0 ? fixed(static_cast<double>(a.rows) / result.seconds, 0) : "-"});
  }
  columns.print(out);
}

void print_groups(std::ostream &out, const std::string &title, const std::vector<Group> &groups) {
  out << '\n' << title << '\n';
  constexpr std::size_t last_column = 9;
  Columns columns(last_column); // some names are long
  columns.add({"rows", "of rows", "of error", "MAPE", "of the rest", "within 10 %", "bias", "over", "under", "group"});
  for (const Group &group : groups)
    columns.add({std::to_string(group.ours.rows), percent(group.share_of_rows), percent(group.share_of_error),
                 percent(group.ours.mean_error), percent(group.mean_error_of_rest),
                 ratio(group.ours.within, group.ours.rows), signed_percent(group.ours.mean_signed_error),
                 std::to_string(group.ours.over), std::to_string(group.ours.under), group.name});
  columns.print(out);
}

void print_rows(std::ostream &out, const std::string &title, const std::vector<Row> &rows,
                const std::vector<std::string> &peers) {
  out << '\n' << title << '\n';
  for (const Row &row : rows) {
    out << "  " << printable(row.sample.name) << ": measured " << fixed(row.sample.measured_cycles, 2) << ", ours "
        << described(row.ours, row.sample);
    for (std::size_t i = 0; i < row.peers.size(); ++i)
      out << ", " << peers[i] << ' ' << cycles_of(row.peers[i], 2);
    out << "\n      " << printable(joined(row.sample.instructions, "; ")) << '\n';
  }
}

std::string rows_header(const std::vector<std::string> &peers) {
  std::string line = "set,name,source,instructions,measured,ours,ours_error,ours_bound,ours_problem";
  for (const std::string &peer : peers)
    line += ',' + csv_field(peer) + ',' + csv_field(peer + "_error");
  return line + ",features,code\n";
}

std::string row_as_csv(const std::string &what, const Row &row) {
  const auto error = [&](const Prediction &prediction) {
    return prediction.cycles ? fixed(relative_error(*prediction.cycles, row.sample.measured_cycles), 4) : "";
  };
  const auto cycles = [](const Prediction &prediction) {
    return prediction.cycles ? fixed(*prediction.cycles, 4) : "";
  };
  std::vector<std::string> fields{what,
                                  row.sample.name,
                                  row.sample.source,
                                  std::to_string(row.sample.instructions.size()),
                                  fixed(row.sample.measured_cycles, 4),
                                  cycles(row.ours),
                                  error(row.ours),
                                  row.ours.bound,
                                  row.ours.problem};
  for (const Prediction &peer : row.peers) {
    fields.push_back(cycles(peer));
    fields.push_back(error(peer));
  }
  fields.push_back(joined(row.features, ";"));
  fields.push_back(joined(row.sample.instructions, "; "));
  std::string line;
  for (const std::string &field : fields)
    line += csv_field(field) + ',';
  line.back() = '\n';
  return line;
}

} // namespace osaca::accuracy
