#include "measure/structure/model_named.h"

#include "measure/model/subject.h"

namespace osaca::measure::structure {

Expected<MachineModel> model_named(const std::string &name) { return open_model(name); }

} // namespace osaca::measure::structure
