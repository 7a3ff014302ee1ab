#include "render/diagnostics/shared_findings.h"

#include "base/format.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/phrases.h"
#include "render/words/words.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

template <class Item> void remember(std::vector<Item> &list, const Item &item) {
  if (std::ranges::find(list, item) == list.end())
    list.push_back(item);
}

bool is_same_rule(const SharedFinding &a, const SharedFinding &b) {
  return a.finding->rule == b.finding->rule && a.where == b.where;
}

std::string in_roles(const std::vector<LoopRole> &roles) {
  constexpr int most_listed = 2;
  std::map<LoopRole, int> copies; // by role without the number of the copy
  const auto of_any = [](LoopRole role) {
    role.copy = 0;
    return role;
  };
  for (const LoopRole &role : roles)
    ++copies[of_any(role)];
  std::vector<std::string> phrases;
  for (const LoopRole &role : roles) {
    int &count = copies[of_any(role)];
    const bool are_all = count == role.copies;
    if (role.copies == 0 || (count > 0 && count <= most_listed && !are_all)) {
      phrases.push_back("in " + phrase_of_role(role));
    } else if (count > 0) {
      phrases.push_back(are_all && count == 2 ? "in both copies"
                        : are_all             ? format_text("in all {} copies", count)
                                              : format_text("in {} of {} copies", count, role.copies));
      if (const std::string kind{name_of(role.kind)}; !kind.empty())
        phrases.back() += " of the " + kind;
      count = 0; // mentioned
    }
  }
  return joined(phrases, ", ", " and ");
}

} // namespace

SharedFindings::SharedFindings(const std::vector<const KernelReport *> &loops) : first_(*loops.front()) {
  for (const KernelReport *loop : loops) {
    archs_.insert(loop->arch);
    functions_.insert(loop->function);
  }
}

SharedFinding *SharedFindings::find_same(const SharedFinding &found) {
  const auto same = std::ranges::find_if(
      all_, [&](const SharedFinding &known) { return is_same_rule(known, found) && known.message == found.message; });
  return same == all_.end() ? nullptr : &*same;
}

/// A finding whose message differs, and that need not be repeated: it is about another path, or `found` is about a loop
/// in which few iterations run.
SharedFinding *SharedFindings::find_similar(const SharedFinding &found) {
  const auto similar = std::ranges::find_if(all_, [&](const SharedFinding &known) {
    if (!is_same_rule(known, found) || known.kernel->arch != found.kernel->arch || known.kernel == found.kernel)
      return false;
    return same_machine_loop(*known.kernel, *found.kernel) ||
           (found.kernel->role.is_secondary() && !known.kernel->role.is_secondary());
  });
  return similar == all_.end() ? nullptr : &*similar;
}

void SharedFindings::add(const Finding &finding, const KernelReport &kernel, const SourceLocation &place,
                         bool on_speaking_path) {
  // What is in the code of a library is reported at the statement that leads there.
  const bool is_away = kernel.written && finding.where.file == kernel.written->place.file;
  SharedFinding found{&finding, message_of(finding), finding.where.known() && !is_away ? finding.where : place, &kernel,
                      on_speaking_path};
  if (SharedFinding *same = find_same(found)) {
    if (same->kernel->arch != kernel.arch)
      remember(same->also_archs, kernel.arch);
    else if (same->kernel->role != kernel.role && !kernel.role.is_plain())
      remember(same->also_roles, kernel.role);
  } else if (SharedFinding *similar = find_similar(found)) {
    if (!same_machine_loop(*similar->kernel, kernel))
      remember(similar->other_figures, kernel.role);
  } else {
    all_.push_back(std::move(found));
  }
}

std::string SharedFindings::functions_of(const SharedFinding &shared) const {
  const bool is_of_first = shared.kernel->function == first_.function || functions_.size() == 1;
  return is_of_first || shared.kernel->function.empty() ? "" : "in " + one_line(readable_name(shared.kernel->function));
}

std::string SharedFindings::roles_of(const SharedFinding &shared) const {
  if (shared.kernel->role == first_.role)
    return shared.also_roles.empty() ? "" : "also " + in_roles(shared.also_roles);
  std::vector<LoopRole> roles = shared.also_roles;
  if (!shared.kernel->role.is_plain())
    roles.insert(roles.begin(), shared.kernel->role);
  return in_roles(roles);
}

std::string SharedFindings::archs_of(const SharedFinding &shared) const {
  if (names_core(*shared.finding))
    return "";
  std::vector<std::string> archs;
  for (const std::string &arch : shared.also_archs)
    archs.push_back(one_line(arch));
  const bool on_all = archs.size() + 1 == archs_.size();
  if (!on_all)
    archs.insert(archs.begin(), one_line(shared.kernel->arch));
  return archs.empty() ? "" : format_text("{}on {}", on_all ? "also " : "", joined(archs, ", ", " and "));
}

std::string SharedFindings::scope_of(const SharedFinding &shared) const {
  std::vector<std::string> parts = {functions_of(shared), roles_of(shared), archs_of(shared)};
  if (!shared.other_figures.empty())
    parts.push_back("with other figures " + in_roles(shared.other_figures));
  std::erase(parts, "");
  return parts.empty() ? "" : format_text(" ({})", joined(parts));
}

} // namespace osaca
