#include "decode/object/object_scan.h"

#include "base/index.h"
#include "base/text.h"
#include "loops/function_names.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace osaca {

namespace {

/// Where a function begins, and where it ends if that is known.
struct Start {
  std::uint64_t end = 0; ///< 0: unknown
  const Symbol *symbol = nullptr;
};
using Starts = std::map<std::uint64_t, Start>;

void add_functions(const CodeSection &section, Starts &starts) {
  for (const auto &[address, symbol] : section.symbols)
    if (symbol.kind == Symbol::Kind::function)
      starts[address] = {symbol.size_bytes == 0 ? 0 : address + std::min(symbol.size_bytes, section.end() - address),
                         &symbol};
}

/// Tracks whether a function that began before `address` extends beyond it. Sizes are nested at most a few levels deep.
class Covered {
public:
  explicit Covered(const Starts &starts) {
    std::uint64_t to = 0;
    for (const auto &[begin, start] : starts) {
      to = std::max(to, start.end);
      reach_.emplace_back(begin, to);
    }
  }
  [[nodiscard]] bool inside(std::uint64_t address) const {
    const auto after = std::lower_bound(reach_.begin(), reach_.end(), address,
                                        [](const auto &entry, std::uint64_t key) { return entry.first < key; });
    return after != reach_.begin() && std::prev(after)->second > address;
  }

private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reach_; ///< beginning, and the furthest end up to it
};

void add_unwinding(const CodeSection &section, const std::vector<AddressRange> &unwinding, Starts &starts) {
  const Covered covered(starts);
  auto range = std::lower_bound(unwinding.begin(), unwinding.end(), section.address,
                                [](const AddressRange &r, std::uint64_t key) { return r.begin < key; });
  for (; range != unwinding.end() && range->begin < section.end(); ++range) {
    const std::uint64_t end = std::min(range->end, section.end());
    const auto known = starts.find(range->begin);
    if (known != starts.end())
      known->second.end = known->second.end == 0 ? end : known->second.end;
    else if (!covered.inside(range->begin))
      starts[range->begin] = {end, nullptr};
  }
}

void add_entries(const CodeSection &section, Starts &starts) {
  const Covered covered(starts);
  for (const auto &[address, symbol] : section.symbols) {
    if (symbol.kind != Symbol::Kind::entry || covered.inside(address))
      continue;
    Start &start = starts[address];
    if (start.symbol == nullptr)
      start.symbol = &symbol;
  }
}

void cut(const CodeSection &section, std::size_t number, const Starts &starts, std::vector<CodeRange> &ranges) {
  const auto add_rest = [&](std::uint64_t begin, std::uint64_t end) {
    if (begin < end)
      ranges.push_back({number, begin, end, {}, false, {}});
  };
  add_rest(section.address, starts.empty() ? section.end() : starts.begin()->first);
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    const auto next = std::next(start);
    const std::uint64_t limit = next == starts.end() ? section.end() : next->first;
    const std::uint64_t end = start->second.end == 0 ? limit : std::min(start->second.end, limit);
    const Symbol *symbol = start->second.symbol;
    ranges.push_back({number, start->first, end, symbol != nullptr ? symbol->name : made_up_name(start->first), true,
                      symbol != nullptr ? symbol->aliases : std::vector<std::string>()});
    add_rest(end, limit);
  }
}

} // namespace

std::string made_up_name(std::uint64_t address) { return "sub_" + hexadecimal(address); }

std::vector<CodeRange> code_ranges(const std::vector<CodeSection> &sections,
                                   const std::vector<AddressRange> &unwinding) {
  std::vector<CodeRange> ranges;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    Starts starts;
    add_functions(sections[s], starts);
    add_unwinding(sections[s], unwinding, starts);
    add_entries(sections[s], starts);
    cut(sections[s], s, starts, ranges);
  }
  return ranges;
}

namespace {

class Scan {
public:
  Scan(const CodeRange &range, std::uint64_t section_index, const LlvmTarget &target, ScanFor purpose)
      : range_(range), section_index_(section_index), target_(target),
        keeps_calls_(purpose == ScanFor::loops_and_calls) {
    begin(range.begin);
  }

  void add(const Piece &piece, bool has_reference) {
    if (!range_.is_function && may_split(piece))
      begin(piece.address);
    ScannedFunction &now = found_.back();
    now.range.end = piece.address + piece.size_bytes;
    control_goes_on_ = piece.kind != Piece::Kind::code;
    if (piece.kind == Piece::Kind::marker)
      now.has_marker = true;
    else if (piece.kind == Piece::Kind::skipped)
      skip(piece.size_bytes, now);
    else if (piece.kind == Piece::Kind::code)
      add_code(piece, has_reference, now);
  }

  std::vector<ScannedFunction> take() {
    for (ScannedFunction &function : found_)
      finish(function);
    return std::move(found_);
  }

private:
  void begin(std::uint64_t address) {
    ScannedFunction &made = found_.emplace_back();
    made.range = range_;
    made.range.begin = made.range.end = address;
  }

  /// Whether a function may begin here: after all jump targets so far, after padding, and at an aligned address.
  [[nodiscard]] bool may_split(const Piece &piece) const {
    return piece.address > found_.back().range.begin && !control_goes_on_ && furthest_ < piece.address &&
           piece.address % function_alignment_bytes == 0 && !is_padding(piece);
  }

  [[nodiscard]] bool is_padding(const Piece &piece) const {
    if (piece.kind != Piece::Kind::code)
      return false;
    const llvm::StringRef name = target_.instructions->getName(piece.decoded.inst.getOpcode());
    return name.starts_with("NOOP") || name == "INT3" || name == "HINT";
  }

  void skip(std::uint64_t bytes, ScannedFunction &now) {
    now.skipped_bytes += bytes;
    if (range_.is_function)
      return;
    control_goes_on_ = false; // the code before was really constants, and so were its jumps
    furthest_ = 0;
  }

  void add_code(const Piece &piece, bool has_reference, ScannedFunction &now) {
    ++now.instruction_count;
    const Flow flow = flow_of(target_, piece.decoded.inst);
    control_goes_on_ = !(flow.ends || (flow.is_jump && !flow.is_conditional) || (is_padding(piece) && ended_));
    ended_ = !control_goes_on_;
    if (keeps_calls_ && flow.is_call && piece.target)
      now.calls.push_back({piece.address, *piece.target});
    if (!flow.is_jump)
      return;
    if (piece.target) {
      jumps_.push_back({piece.address, *piece.target});
      furthest_ = std::max(furthest_, piece.target->address);
    } else if (!has_reference) {
      now.has_unknown_jump = true;
    }
  }

  void finish(ScannedFunction &function) const {
    const auto first = std::lower_bound(jumps_.begin(), jumps_.end(), function.range.begin,
                                        [](const Jump &jump, std::uint64_t key) { return jump.from < key; });
    for (auto jump = first; jump != jumps_.end() && jump->from < function.range.end; ++jump)
      if (jump->to.section == section_index_ && jump->to.address >= function.range.begin &&
          jump->to.address < function.range.end)
        function.jumps_back = function.jumps_back || jump->to.address <= jump->from;
      else {
        function.jumps_out.push_back(jump->to);
        if (keeps_calls_) // the last action of a function may be a call without a return address
          function.calls.push_back({jump->from, jump->to});
      }
  }

  struct Jump {
    std::uint64_t from;
    CodeAddress to;
  };

  const CodeRange &range_;
  std::uint64_t section_index_; ///< the section number in the file
  const LlvmTarget &target_;
  bool keeps_calls_;
  std::vector<ScannedFunction> found_;
  std::vector<Jump> jumps_;
  std::uint64_t furthest_ = 0;
  bool control_goes_on_ = true;
  bool ended_ = false;
};

class Groups {
public:
  explicit Groups(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }

  int find(int i) {
    while (leader_[at(i)] != i)
      i = leader_[at(i)] = leader_[at(leader_[at(i)])];
    return i;
  }

  /// The group with the lower index becomes the representative.
  void join(int a, int b) {
    a = find(a);
    b = find(b);
    leader_[at(std::max(a, b))] = std::min(a, b);
  }

private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::vector<int> leader_;
};

/// Finds the function that contains an address.
class FunctionFinder {
public:
  FunctionFinder(const std::vector<ScannedFunction> &functions, const std::vector<CodeSection> &sections,
                 bool is_relocatable)
      : functions_(functions), sections_(sections, is_relocatable) {
    first_.resize(sections.size() + 1, functions.size());
    for (std::size_t f = functions.size(); f-- > 0;)
      first_[functions[f].range.section] = f;
    for (std::size_t s = sections.size(); s-- > 0;)
      first_[s] = std::min(first_[s], first_[s + 1]);
  }

  /// -1: none.
  [[nodiscard]] int find(const CodeAddress &place) const {
    const std::optional<std::size_t> section = sections_.find(place);
    if (!section)
      return -1;
    const auto begin = functions_.begin() + static_cast<std::ptrdiff_t>(first_[*section]);
    const auto end = functions_.begin() + static_cast<std::ptrdiff_t>(first_[*section + 1]);
    const auto after = std::upper_bound(
        begin, end, place.address, [](std::uint64_t key, const ScannedFunction &f) { return key < f.range.begin; });
    return after == begin ? -1 : static_cast<int>(std::prev(after) - functions_.begin());
  }

private:
  const std::vector<ScannedFunction> &functions_;
  CodeSectionIndex sections_;
  std::vector<std::size_t> first_; ///< per section: its first function
};

/// Joins f and f.cold, if the symbols contain both.
void join_cold_parts(const std::vector<ScannedFunction> &functions, Groups &groups) {
  std::unordered_map<std::string, std::vector<int>> by_name;
  for (std::size_t f = 0; f < functions.size(); ++f)
    if (const CodeRange &range = functions[f].range; range.is_function)
      by_name[range.name].push_back(static_cast<int>(f));
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const std::string hot = hot_part_of(functions[f].range.name);
    if (hot.empty())
      continue;
    const auto owner = by_name.find(hot);
    // Functions of several files may share a name. Then only the jumps show which of them the part belongs to.
    if (owner != by_name.end() && owner->second.size() == 1)
      groups.join(owner->second.front(), static_cast<int>(f));
  }
}

} // namespace

std::vector<ScannedFunction> scan_range(const CodeRange &range, const ObjectCutter &cutter, const LlvmTarget &target,
                                        std::size_t most_pieces, ScanFor purpose) {
  Scan scan(range, cutter.section_index(), target, purpose);
  const auto add = [&](const Piece &piece) { scan.add(piece, cutter.reference_in(piece) != nullptr); };
  if (!range.is_function)
    cutter.cut_in_a_row(range.begin, range.end, ObjectCutter::AfterData::tries_again, add);
  else
    for (const Piece &piece : cutter.cut(range.begin, range.end, most_pieces))
      add(piece);
  std::vector<ScannedFunction> found = scan.take();
  for (ScannedFunction &function : found) {
    // Code that no table lists and that is not entirely instructions is treated as constants.
    if (!function.range.is_function && function.skipped_bytes > 0) {
      function.skipped_bytes = function.range.end - function.range.begin;
      function.jumps_back = function.has_unknown_jump = function.has_marker = false;
      function.jumps_out.clear();
      function.calls.clear();
    }
    if (!function.range.is_function && cutter.is_linked())
      function.range.name = made_up_name(function.range.begin);
  }
  return found;
}

std::vector<std::vector<int>> related_functions(const std::vector<ScannedFunction> &functions,
                                                const std::vector<CodeSection> &sections, bool is_relocatable) {
  Groups groups(functions.size());
  join_cold_parts(functions, groups);
  const FunctionFinder finder(functions, sections, is_relocatable);
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (const CodeAddress &target : functions[f].jumps_out)
      if (const int other = finder.find(target); other >= 0 && functions[at(other)].range.begin != target.address)
        groups.join(static_cast<int>(f), other);
  std::vector<std::vector<int>> by_leader(functions.size());
  for (int f = 0; f < static_cast<int>(functions.size()); ++f)
    by_leader[at(groups.find(f))].push_back(f);
  std::erase_if(by_leader, [](const std::vector<int> &group) { return group.empty(); });
  return by_leader;
}

} // namespace osaca
