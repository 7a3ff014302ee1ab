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

void mark(FormEntry &form, const std::string &of) {
  form.cost.provenance = {Origin::composed, of + form.cost.provenance.text};
}

/// A compiled table is read-only, so its forms are marked when they are looked up.
class TableOfRelative final : public FormTable {
public:
  TableOfRelative(std::shared_ptr<const FormTable> table, std::string of)
      : table_(std::move(table)), of_(std::move(of)) {}

  [[nodiscard]] std::optional<FormEntry> find(std::string_view opcode) const override {
    std::optional<FormEntry> form = table_->find(opcode);
    if (form)
      mark(*form, of_);
    return form;
  }
  [[nodiscard]] RuleMatches rule_matches(std::string_view opcode) const override {
    return table_->rule_matches(opcode);
  }
  [[nodiscard]] Coverage coverage() const override { return {{{Origin::composed, table_->coverage().total()}}}; }
  [[nodiscard]] std::vector<std::string> opcodes() const override { return table_->opcodes(); }

private:
  std::shared_ptr<const FormTable> table_;
  std::string of_;
};

} // namespace

MachineModel::Data as_stand_in(MachineModel::Data relative) {
  const std::string of = format_text("of {}: ", relative.name);
  for (std::vector<FormEntry> *list : {&relative.forms, &relative.patterns})
    for (FormEntry &form : *list)
      mark(form, of);
  if (relative.table)
    relative.table = std::make_shared<const TableOfRelative>(relative.table, of);
  relative.validations.clear(); // they were measured on the other CPU
  relative.core.memory.reset(); // caches and memory belong to the system, so those of another CPU say nothing
  if (relative.base)
    relative.base = std::make_shared<const MachineModel::Data>(as_stand_in(*relative.base));
  return relative;
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
