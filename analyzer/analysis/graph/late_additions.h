// Additions of constants that are done at rename are left to some readers to do first.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// An operation without an adder that reads the result of an addition done at rename waits for a uop which adds the
/// constant (RenamedAdditions::late_demands). What that uop needs joins the operation's demands. `lea 64(%rbx), %rdi;
/// shl $4, %rdi` takes a cycle: two uops for the shifter's two ports.
void add_late_additions(CostedKernel &kernel, const DependencyGraph &graph);

} // namespace osaca
