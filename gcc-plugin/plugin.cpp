// SPDX-License-Identifier: GPL-3.0-or-later
// Registers the plugin with the compiler. Unless a pragma (or the arguments `all` or `function`) selects a loop, only a
// pragma handler is installed.
#include "gcc_compat.h"
#include "plugin-version.h"

#include "front/front_end.h"
#include "front/option_scrub.h"
#include "front/pragma_recorder.h"
#include "link/linked_program.h"
#include "report/say.h"
#include "unit.h"

#include "blocked_signals.h"
#include "messages.h"

// The compiler requires this symbol as a statement that the plugin has a GPL-compatible licence.
extern "C" __attribute__((visibility("default"))) int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible;

const char *osaca::gcc_compat::version() { return gcc_version.basever; }

namespace osaca::gcc {
namespace {

// Global, because one process compiles one unit, and the compiler's callbacks need it.
Unit *unit = nullptr;
const char *plugin_name = "osaca";

/// A pass that calls a member function of Unit and changes no code.
template <class Kind, opt_pass_type type, void (Unit::*callback)()> class Watch : public Kind {
public:
  explicit Watch(const char *name) : Kind(pass_data{type, name, OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0}, ::g) {}
  unsigned int execute(function *) override {
    (unit->*callback)();
    return 0;
  }
};

/// The first pass of all, which receives each function as the front end generated it.
class WatchBodies : public gimple_opt_pass {
public:
  WatchBodies() : gimple_opt_pass(pass_data{GIMPLE_PASS, "osaca_bodies", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0}, ::g) {}
  unsigned int execute(function *) override;
};

template <void (Unit::*callback)()> using WatchGimple = Watch<gimple_opt_pass, GIMPLE_PASS, callback>;
template <void (Unit::*callback)()> using WatchRtl = Watch<rtl_opt_pass, RTL_PASS, callback>;

void add_pass(opt_pass *pass, const char *reference, pass_positioning_ops position) {
  register_pass_info info = {pass, reference, 1, position};
  register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

void on_body(void *function, void *) { unit->add_body(static_cast<tree>(function), false); }

void on_parsed(void *function, void *) { unit->add_body(static_cast<tree>(function), true); }

void on_ipa_end(void *, void *) { unit->after_merging(); }

void on_unit_end(void *, void *) {
  if (!seen_error())
    unit->finish();
}

bool watching = false;

/// At the end of a unit in which no loop is selected, removes the report of an earlier compile.
void on_idle_unit_end(void *, void *) {
  if (!watching && !seen_error())
    unit->drop_report();
}

/// Registers for the compiler's events.
void start_watching() {
  if (watching)
    return;
  watching = true;
  register_callback(plugin_name, PLUGIN_PRE_GENERICIZE, on_body, nullptr);
  register_callback(plugin_name, PLUGIN_FINISH_PARSE_FUNCTION, on_parsed, nullptr);
  register_callback(plugin_name, PLUGIN_ALL_IPA_PASSES_END, on_ipa_end, nullptr);
  register_callback(plugin_name, PLUGIN_FINISH_UNIT, on_unit_end, nullptr);
  if (flag_coroutines != 0)
    add_pass(new WatchGimple<&Unit::note_coroutine>("osaca_coroutines"), "omplower", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchGimple<&Unit::before_loop_passes>("osaca_before_loops"), "unswitch", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchGimple<&Unit::before_if_conversion>("osaca_before_ifcvt"), "ifcvt", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchGimple<&Unit::before_vectoriser>("osaca_before_vect"), "vect", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchGimple<&Unit::after_vectoriser>("osaca_after_vect"), "vect", PASS_POS_INSERT_AFTER);
  add_pass(new WatchGimple<&Unit::after_gimple>("osaca_after_gimple"), "optimized", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchRtl<&Unit::before_loops_are_forgotten>("osaca_loops"), "loop2_done", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchRtl<&Unit::before_text>("osaca_before_text"), "final", PASS_POS_INSERT_BEFORE);
  add_pass(new WatchRtl<&Unit::after_text>("osaca_after_text"), "final", PASS_POS_INSERT_AFTER);
}

unsigned int WatchBodies::execute(function *) {
  unit->add_lowered_body();
  if (unit->has_fortran_requests())
    start_watching();
  return 0;
}

/// Handles directives in a unit none of whose functions is used.
void on_fortran_unit_end(void *, void *) {
  if (watching || seen_error() || !unit->has_fortran_requests())
    return;
  watching = true; // the unit selects loops
  unit->finish();
}

/// Fortran's front end has no callbacks for directives, nor for functions as they are parsed.
void prepare_for_fortran() {
  add_pass(new WatchBodies, "omplower", PASS_POS_INSERT_BEFORE);
  register_callback(plugin_name, PLUGIN_FINISH_UNIT, on_fortran_unit_end, nullptr);
}

void on_functions(void *, void *) {
  if (!seen_error())
    check_sources();
}

/// For -flto: the sources have been compiled before, and their code is generated now.
void prepare_for_link(const Arguments &arguments) {
  if (!is_part_process()) {
    drop_reports_of_parts(arguments);
    // If the program is not divided into parts, there is one process, in which functions do not exist any more at its
    // end. If it is, the first process compiles no unit.
    register_callback(plugin_name, is_whole_program_process() ? PLUGIN_FINISH : PLUGIN_ALL_IPA_PASSES_END, on_functions,
                      nullptr);
  }
  if (!is_whole_program_process())
    start_watching();
}

void on_pragmas(void *, void *) { PragmaRecorder::register_pragma(start_watching); }

void on_attributes(void *, void *) { PragmaRecorder::register_attributes(start_watching); }

ParsedArguments read_arguments(const plugin_name_args &info) {
  std::vector<RawArgument> raw;
  for (int i = 0; i < info.argc; ++i) {
    const plugin_argument &argument = info.argv[i];
    raw.push_back({argument.key, argument.value != nullptr ? argument.value : "", argument.value != nullptr});
  }
  return parse_arguments(raw);
}

bool knows(FrontEndKind front_end) {
  if (front_end == FrontEndKind::other)
    note(UNKNOWN_LOCATION, messages::unknown_language(lang_hooks.name));
  return front_end != FrontEndKind::other;
}

} // namespace

int initialise(const plugin_name_args &info) {
  keep_standard_error_apart();
  plugin_name = info.base_name;
  static plugin_info about = {OSACA_VERSION,
                              "analyses the loops after #pragma osaca analyze (in Fortran: !OSACA$ analyze)"};
  register_callback(plugin_name, PLUGIN_INFO, nullptr, &about);
  scrub_recorded_options();
  const FrontEndKind front_end = front_end_of_host();
  if (flag_preprocess_only || !knows(front_end))
    return 0;
  const ParsedArguments parsed = read_arguments(info);
  const bool is_link = front_end == FrontEndKind::lto;
  for (const std::string &problem : parsed.problems)
    if (!is_link || !is_part_process()) // shown by the first process of the link only
      note(UNKNOWN_LOCATION, problem);
  const Arguments arguments = is_link ? for_parts(parsed.arguments) : parsed.arguments;
  unit = new Unit(arguments, front_end);
  if (is_link) {
    prepare_for_link(arguments);
    return 0;
  }
  if (front_end == FrontEndKind::fortran)
    prepare_for_fortran();
  else {
    register_callback(plugin_name, PLUGIN_PRAGMAS, on_pragmas, nullptr);
    register_callback(plugin_name, PLUGIN_ATTRIBUTES, on_attributes, nullptr);
  }
  if (parsed.arguments.all || !parsed.arguments.functions.empty())
    start_watching();
  if (!parsed.arguments.report_dir.empty())
    register_callback(plugin_name, PLUGIN_FINISH_UNIT, on_idle_unit_end, nullptr);
  return 0;
}

} // namespace osaca::gcc

extern "C" __attribute__((visibility("default"))) int plugin_init(plugin_name_args *info, plugin_gcc_version *version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    // No function of this compiler may be called, because its data may have another layout.
    const osaca::BlockedSignals held;
    fprintf(stderr, "note: osaca: this plugin was built for GCC %s (%s) and does nothing in GCC %s (%s)\n",
            gcc_version.basever, gcc_version.datestamp, version->basever, version->datestamp);
    return 0;
  }
  return osaca::gcc::initialise(*info);
}
