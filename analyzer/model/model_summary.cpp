#include "model/model_summary.h"

#include "base/format.h"

#include <algorithm>

namespace osaca {

void note_program_order(MachineModel::Data &data) {
  std::erase_if(data.notes, [](const ArchNote &note) { return note.kind == ArchNote::Kind::in_order; });
  if (data.core.in_order.value)
    data.notes.push_back(
        {ArchNote::Kind::in_order,
         format_text("the core executes in program order ({}). An instruction that waits delays all "
                     "later ones. Loops that are too long to be simulated have lower bounds instead of predictions",
                     data.core.in_order.provenance.text)});
}

namespace {

/// Which figures of a relative count as "composed".
struct Borrowing {
  std::string of;             ///< the beginning of their origin
  bool measured_only = false; ///< false: all figures

  [[nodiscard]] bool concerns(Origin origin) const { return !measured_only || origin == Origin::measured; }
  void mark(FormEntry &form) const {
    Provenance &provenance = form.cost.provenance;
    if (concerns(provenance.origin))
      provenance = {Origin::composed, of + provenance.text};
  }
};

/// A compiled table is read-only, so its forms are marked when they are looked up.
class TableOfRelative final : public FormTable {
public:
  TableOfRelative(std::shared_ptr<const FormTable> table, Borrowing borrowing)
      : table_(std::move(table)), borrowing_(std::move(borrowing)) {}

  [[nodiscard]] std::optional<FormEntry> find(std::string_view opcode) const override {
    std::optional<FormEntry> form = table_->find(opcode);
    if (form)
      borrowing_.mark(*form);
    return form;
  }
  [[nodiscard]] RuleMatches rule_matches(std::string_view opcode) const override {
    return table_->rule_matches(opcode);
  }
  [[nodiscard]] Coverage coverage() const override {
    Coverage made;
    for (const auto &[origin, count] : table_->coverage().forms)
      made.forms[borrowing_.concerns(origin) ? Origin::composed : origin] += count;
    return made;
  }
  [[nodiscard]] std::vector<std::string> opcodes() const override { return table_->opcodes(); }

private:
  std::shared_ptr<const FormTable> table_;
  Borrowing borrowing_;
};

MachineModel::Data borrowed(MachineModel::Data relative, const Borrowing &borrowing) {
  for (std::vector<FormEntry> *list : {&relative.forms, &relative.patterns})
    for (FormEntry &form : *list)
      borrowing.mark(form);
  if (relative.table)
    relative.table = std::make_shared<const TableOfRelative>(relative.table, borrowing);
  relative.validations.clear(); // they were measured on the other CPU
  if (relative.base)
    relative.base = std::make_shared<const MachineModel::Data>(borrowed(*relative.base, borrowing));
  return relative;
}

} // namespace

MachineModel::Data as_stand_in(MachineModel::Data relative) {
  const std::string of = format_text("of {}: ", relative.name);
  MachineModel::Data made = borrowed(std::move(relative), {of});
  made.core.memory.reset(); // caches and memory belong to the system, so those of another CPU say nothing
  return made;
}

MachineModel::Data as_sibling(MachineModel::Data relative) {
  const std::string of = format_text("of {}: ", relative.name);
  return borrowed(std::move(relative), {of, true});
}

MachineModel model_of_relative(MachineModel::Data relative, const StandIn &stand_in) {
  MachineModel::Data data = as_stand_in(std::move(relative));
  data.notes.insert(data.notes.begin(),
                    {ArchNote::Kind::borrowed_figures,
                     format_text("this CPU has no model. The figures are those of its nearest relative, {} ({}): {}",
                                 data.name, data.title, stand_in.because)});
  data.title = "figures of " + data.title;
  data.name = stand_in.cpu;
  data.aliases.clear();
  data.stand_ins.clear();
  return MachineModel(std::move(data));
}

} // namespace osaca
