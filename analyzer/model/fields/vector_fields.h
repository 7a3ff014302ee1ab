// The fields of what a core does with vectors beside executing them; see vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

namespace osaca::fields {

template <class Pass> void describe(Pass &pass, WideVectors &wide) {
  pass.integer("from_bits", wide.from_bits, Need::required, {8, 65536}, "the narrowest that are wide");
  pass.port_set("closed_ports", wide.closed_ports, Need::required,
                "what is closed to all operations on vectors meanwhile");
  pass.truth("by_accesses", wide.by_accesses, Need::optional,
             "`true`: loads and stores of wide vectors close them, too; otherwise only operations do");
  pass.globs("moved", wide.moved, Need::optional,
             "operations that take `moved_ports` meanwhile, in place of ports of which one is closed");
  pass.port_set("moved_ports", wide.moved_ports, Need::optional, "with `moved`: which ones");
  pass.source(wide.provenance);
}

template <class Pass> void describe(Pass &pass, VectorRate &rate) {
  pass.integer("from_bits", rate.from_bits, Need::required, {8, 65536},
               "the narrowest vectors that it is of; of several entries the widest that fits counts");
  pass.demands("ports", rate.demands, Need::required,
               "what each load, operation and store occupies beside its own: a port of no other use");
  pass.source(rate.provenance);
}

template <class Pass> void describe(Pass &pass, VectorLength &length) {
  pass.integer("bits", length.bits, Need::required, {64, 65536}, "of a vector register: a power of two");
  pass.integer("form_group", length.form_group, Need::optional, {1, 8},
               "RISC-V: the figures of forms are for groups of so many registers (LMUL); for other groups, where the "
               "code shows which, LLVM's serve");
  pass.source(length.provenance);
}

} // namespace osaca::fields
