#include "measure/ports/result_registers.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_registers = 12; // more do not help
constexpr double least_update_cycles = 0.5;

struct Request {
  std::size_t item = 0;
  int operand = 0;
  bool is_updated = false;
  double busy_cycles = 1; ///< per round, if all copies had one register
  std::vector<std::string> possible;
  std::vector<std::string> given;
};

std::set<std::string> reserved_by_all(const std::vector<const PreparedForm *> &forms) {
  // Sources of any form, whether or not one of this mix uses them.
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

/// The one whose copies follow each other most closely on one register.
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

} // namespace osaca::measure
