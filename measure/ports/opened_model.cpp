#include "measure/ports/opened_model.h"

#include "driver/command_line.h"
#include "measure/model/subject.h"

namespace osaca::measure {

Expected<MachineModel> opened_model(const std::string &name) {
  Expected<MachineModel> model = open_model(name);
  if (model && model->data().isa != Isa::x86_64)
    return Error{driver::in_quotes(name) + " is a model of another instruction set"};
  return model;
}

} // namespace osaca::measure
