// SPDX-License-Identifier: GPL-3.0-or-later
#include "fortran/fortran_loops.h"

#include "front/locations.h"
#include "front/source_text.h"
#include "loop_requests.h"
#include "messages.h"
#include "report/say.h"

namespace osaca::gcc {

namespace {

const cl_decoded_option *last_option(size_t option) {
  const cl_decoded_option *found = nullptr;
  for (unsigned i = 0; i < save_decoded_options_count; ++i)
    if (save_decoded_options[i].opt_index == option)
      found = &save_decoded_options[i];
  return found;
}

/// The file that the front end parsed: the source itself, or the preprocessor's output (which is deleted only at the
/// end).
std::string parsed_file() {
  if (const cl_decoded_option *preprocessed = last_option(OPT_cpp_);
      preprocessed != nullptr && preprocessed->arg != nullptr)
    return preprocessed->arg;
  return num_in_fnames > 0 && in_fnames[0] != nullptr ? in_fnames[0] : "";
}

/// The path that a line `include "NAME"` refers to, because the compiler keeps only the name. It is searched for next
/// to the unit's file, in the folders of -I, and as given.
std::string path_of_included(const std::string &name) {
  SourceFiles &files = SourceFiles::of_unit();
  if (name.empty() || name[0] == '/')
    return name;
  const std::string main = main_input_filename != nullptr ? main_input_filename : "";
  const std::string beside = main.substr(0, main.rfind('/') + 1) + name; // no `/`: npos + 1 is 0
  if (!files.text(beside.c_str()).empty())
    return beside;
  for (unsigned i = 0; i < save_decoded_options_count; ++i) {
    if (save_decoded_options[i].opt_index != OPT_I || save_decoded_options[i].arg == nullptr)
      continue;
    const std::string path = std::string(save_decoded_options[i].arg) + "/" + name;
    if (!files.text(path.c_str()).empty())
      return path;
  }
  return name;
}

fortran::Dialect dialect_of_unit() {
  fortran::Dialect dialect;
  const std::string name = main_input_filename != nullptr ? main_input_filename : "";
  dialect.form = fortran::form_of(name);
  dialect.d_is_comment = true;
  for (unsigned i = 0; i < save_decoded_options_count; ++i) {
    const size_t option = save_decoded_options[i].opt_index;
    if (option == OPT_ffree_form || option == OPT_ffixed_form)
      dialect.form = option == OPT_ffree_form ? fortran::Form::free : fortran::Form::fixed;
    if (option == OPT_fd_lines_as_code || option == OPT_fd_lines_as_comments)
      dialect.d_is_comment = option == OPT_fd_lines_as_comments;
  }
  dialect.last_column = std::max(0, flag_fixed_line_length);
  dialect.has_openmp = flag_openmp != 0;
  return dialect;
}

/// Gives the statements and directives of one text the compiler's places, and fills the two lists. If the preprocessor
/// included a file several times, the text contains as many copies as the compiler has inclusions. The first copy is
/// used for all inclusions, and the others are ignored.
class Placing {
public:
  Placing(const fortran::Source &source, const LinePlaces &lines, std::vector<PlacedStatement> &statements,
          std::vector<PlacedDirective> &directives)
      : source_(source), lines_(lines), statements_(statements), directives_(directives) {}

  void place() {
    for (const fortran::Statement &statement : source_.statements)
      if (const auto [instances, is_new] = instances_.try_emplace(key_of(statement.first)); is_new)
        instances->second = place(statement);
    for (const fortran::Directive &directive : source_.directives)
      if (directives_seen_.insert(key_of(directive.place)).second)
        place(directive);
  }

  /// Whether there were more directives than the limit.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
  using Key = std::tuple<int, int, int>; ///< file, line and column

  static Key key_of(const fortran::Place &place) { return {place.file, place.line, place.column}; }

  std::vector<int> place(const fortran::Statement &statement) {
    std::vector<int> instances;
    const std::string &file = source_.files[static_cast<size_t>(statement.first.file)];
    for (int inclusion = 0; inclusion < lines_.inclusions(file); ++inclusion) {
      PlacedStatement placed;
      placed.shown = lines_.at(file, inclusion, statement.first.line, statement.first.column);
      placed.first = lines_.at(file, inclusion, statement.first.line,
                               statement.is_first_on_line ? LinePlaces::begin_of_line : statement.first.column);
      placed.last = end_of(file, inclusion, statement.last);
      placed.end = end_of(file, inclusion, statement.end);
      if (placed.first == UNKNOWN_LOCATION || placed.last == UNKNOWN_LOCATION)
        continue;
      if (placed.end == UNKNOWN_LOCATION || comes_before(placed.end, placed.last))
        placed.end = placed.last;
      placed.shape = statement.shape;
      instances.push_back(static_cast<int>(statements_.size()));
      statements_.push_back(std::move(placed));
    }
    return instances;
  }

  location_t end_of(const std::string &file, int inclusion, const fortran::Statement::End &end) const {
    // The front end may use the place directly after the last character.
    return lines_.at(file, inclusion, end.place.line,
                     end.is_last_on_line ? LinePlaces::end_of_line : end.place.column + 1);
  }

  void place(const fortran::Directive &directive) {
    const std::string &file = source_.files[static_cast<size_t>(directive.place.file)];
    for (int inclusion = 0; inclusion < lines_.inclusions(file); ++inclusion) {
      PlacedDirective placed;
      placed.pragma.location = lines_.at(file, inclusion, directive.place.line, directive.place.column);
      if (placed.pragma.location == UNKNOWN_LOCATION)
        continue;
      if (directives_.size() >= pragma_limits::most_per_unit) {
        is_cut_ = true;
        return;
      }
      if (directive.word != "analyze") {
        if (complaints_++ < pragma_limits::most_complaints)
          note(placed.pragma.location, pragma_limits::complaint_on_directive(directive.word));
        continue;
      }
      placed.pragma.expectations = directive.expectations;
      placed.misplacement = directive.misplacement;
      placed.statement = directive.statement < 0 ? -1 : next_of(directive.statement, placed.pragma.location);
      directives_.push_back(std::move(placed));
    }
  }

  /// The first of the statement's inclusions that is after the place.
  [[nodiscard]] int next_of(int statement, location_t place) const {
    const std::vector<int> &instances = instances_.at(key_of(source_.statements[static_cast<size_t>(statement)].first));
    const auto next = std::upper_bound(instances.begin(), instances.end(), place, [this](location_t p, int index) {
      return comes_before(p, statements_[static_cast<size_t>(index)].first);
    });
    return next != instances.end() ? *next : -1;
  }

  const fortran::Source &source_;
  const LinePlaces &lines_;
  std::vector<PlacedStatement> &statements_;
  std::vector<PlacedDirective> &directives_;
  std::map<Key, std::vector<int>> instances_; ///< inclusions of the statement at this place, in the compiler's order
  std::set<Key> directives_seen_;
  size_t complaints_ = 0;
  bool is_cut_ = false;
};

} // namespace

void FortranText::read(bool wants_loops) {
  SourceFiles &files = SourceFiles::of_unit();
  const LinePlaces lines;
  const std::string parsed = parsed_file();
  const auto may_have_sentinel = [&files](const std::string &path) {
    return fortran::may_have_sentinel(files.text(path.c_str()));
  };
  const auto included_may_have = [&](const std::string &name) { return may_have_sentinel(path_of_included(name)); };
  is_readable_ = !files.text(parsed.c_str()).empty();
  if (!wants_loops && !may_have_sentinel(parsed) &&
      std::none_of(lines.files().begin(), lines.files().end(), included_may_have))
    return;
  const fortran::Dialect dialect = dialect_of_unit();
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string &text_of, const std::string &name) {
    const fortran::Source source = fortran::read_source(files.text(text_of.c_str()), name, dialect);
    known.insert(source.files.begin(), source.files.end());
    Placing placing(source, lines, statements_, directives_);
    placing.place();
    is_cut_ |= source.is_cut || placing.is_cut();
  };
  add(parsed, main_input_filename != nullptr ? main_input_filename : "");
  // The remaining files were included by a Fortran `include` line. (Files that the preprocessor included are part of
  // its output.)
  for (const std::string &name : lines.files())
    if (known.count(name) == 0 && (wants_loops || included_may_have(name)))
      add(path_of_included(name), name);
  nest();
  std::stable_sort(directives_.begin(), directives_.end(), [](const PlacedDirective &a, const PlacedDirective &b) {
    return comes_before(a.pragma.location, b.pragma.location);
  });
}

void FortranText::nest() {
  by_first_.resize(statements_.size());
  for (size_t i = 0; i < by_first_.size(); ++i)
    by_first_[i] = static_cast<int>(i);
  std::stable_sort(by_first_.begin(), by_first_.end(), [this](int a, int b) {
    const PlacedStatement &one = statements_[static_cast<size_t>(a)];
    const PlacedStatement &other = statements_[static_cast<size_t>(b)];
    return comes_before(one.first, other.first) || (one.first == other.first && comes_before(other.end, one.end));
  });
  std::vector<int> open;
  for (const int index : by_first_) {
    PlacedStatement &statement = statements_[static_cast<size_t>(index)];
    while (!open.empty() && comes_before(statements_[static_cast<size_t>(open.back())].end, statement.first))
      open.pop_back();
    statement.around = open.empty() ? -1 : open.back();
    open.push_back(index);
  }
}

int FortranText::counted_loop_after(location_t place) const {
  const auto after = std::upper_bound(by_first_.begin(), by_first_.end(), place, [this](location_t p, int index) {
    return comes_before(p, statements_[static_cast<size_t>(index)].first);
  });
  const auto found = std::find_if(after, by_first_.end(), [this](int index) {
    return !statements_[static_cast<size_t>(index)].shape.variable.empty();
  });
  return found != by_first_.end() ? *found : -1;
}

std::vector<int> FortranText::around(location_t place) const {
  const auto after = std::upper_bound(by_first_.begin(), by_first_.end(), place, [this](location_t p, int index) {
    return comes_before(p, statements_[static_cast<size_t>(index)].first);
  });
  std::vector<int> found;
  for (int index = after == by_first_.begin() ? -1 : *(after - 1); index >= 0;
       index = statements_[static_cast<size_t>(index)].around)
    if (statements_[static_cast<size_t>(index)].spans(place))
      found.push_back(index);
  std::reverse(found.begin(), found.end());
  return found;
}

} // namespace osaca::gcc
