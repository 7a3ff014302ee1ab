#include "scan/compile_commands.h"

#include <clang/Driver/Driver.h>
#include <clang/Options/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string_view>

namespace osaca::scan {
namespace {

using namespace clang::options; // NOLINT: several hundred names of options
using Words = std::vector<std::string>;

// Clang's own tables list the options about the language and the target.
constexpr unsigned language_options[] = {
#define LANG_OPTION_WITH_MARSHALLING(PREFIX_TYPE, SPELLING, ID, ...) OPT_##ID,
#include <clang/Options/Options.inc>
#undef LANG_OPTION_WITH_MARSHALLING
};
constexpr unsigned target_options[] = {
#define TARGET_OPTION_WITH_MARSHALLING(PREFIX_TYPE, SPELLING, ID, ...) OPT_##ID,
#include <clang/Options/Options.inc>
#undef TARGET_OPTION_WITH_MARSHALLING
};

/// Language options that build modules or other files implicitly, read more files, or print.
constexpr unsigned excluded_language_options[] = {OPT_fmodules,
                                                  OPT_fcxx_modules,
                                                  OPT_fimplicit_modules,
                                                  OPT_fmodules_codegen,
                                                  OPT_fmodules_debuginfo,
                                                  OPT_fmodules_decluse,
                                                  OPT_fmodules_strict_decluse,
                                                  OPT_fmodules_search_all,
                                                  OPT_fmodules_local_submodule_visibility,
                                                  OPT_fapinotes,
                                                  OPT_fapinotes_modules,
                                                  OPT_fdump_record_layouts,
                                                  OPT_fdump_record_layouts_canonical,
                                                  OPT_fdump_record_layouts_complete,
                                                  OPT_fdump_record_layouts_simple,
                                                  OPT_fdump_vtable_layouts,
                                                  OPT_print_ivar_layout,
                                                  OPT_building_pch_with_obj,
                                                  OPT_traditional_cpp};

constexpr std::string_view driver_modes[] = {"gcc", "g++", "cpp", "cl"};

constexpr unsigned allowed_groups[] = {OPT_I_Group, OPT_m_Group, OPT_O_Group, OPT__SLASH_M_Group};

/// Options that the driver or the front end handles explicitly, so that Clang's tables do not list them.
constexpr unsigned allowed_options[] = {
    // the preprocessor
    OPT_D, OPT_U, OPT_undef, OPT_include, OPT_imacros, OPT_embed_dir_EQ, OPT_finput_charset_EQ, OPT_fexec_charset_EQ,
    OPT_ftrigraphs, OPT_fno_trigraphs,
    // header search
    OPT_isystem, OPT_isystem_after, OPT_iquote, OPT_idirafter, OPT_iprefix, OPT_iwithprefix, OPT_iwithprefixbefore,
    OPT_iwithsysroot, OPT_iframework, OPT_iframeworkwithsysroot, OPT_F, OPT_c_isystem, OPT_cxx_isystem,
    OPT_stdlibxx_isystem, OPT_objc_isystem, OPT_objcxx_isystem, OPT_internal_isystem, OPT_internal_externc_isystem,
    OPT_internal_iframework, OPT_system_header_prefix, OPT_no_system_header_prefix, OPT_isysroot, OPT__sysroot_EQ,
    OPT__sysroot, OPT_gcc_toolchain, OPT_gcc_install_dir_EQ, OPT_gcc_triple_EQ, OPT_stdlib_EQ, OPT_nostdinc,
    OPT_nostdincxx, OPT_nostdlibinc, OPT_nostdsysteminc, OPT_nobuiltininc, OPT_ibuiltininc, OPT_working_directory,
    // the language
    OPT_x, OPT_ObjC, OPT_ObjCXX, OPT_std_EQ, OPT_ansi, OPT_fasm, OPT_fno_asm, OPT_fblocks, OPT_fno_blocks, OPT_fbuiltin,
    OPT_fno_builtin, OPT_fno_builtin_, OPT_fhosted, OPT_funsigned_char, OPT_fno_unsigned_char, OPT_fshort_wchar,
    OPT_fno_short_wchar, OPT_fwchar_type_EQ, OPT_fms_extensions, OPT_fno_ms_extensions, OPT_fms_compatibility,
    OPT_fno_ms_compatibility, OPT_fms_compatibility_version, OPT_fmsc_version, OPT_fgnuc_version_EQ,
    OPT_fclang_abi_compat_EQ, OPT_fcxx_abi_EQ, OPT_flax_vector_conversions_EQ, OPT_faltivec, OPT_fno_altivec,
    OPT_altivec_src_compat, OPT_fpack_struct, OPT_fno_pack_struct, OPT_fpack_struct_EQ, OPT_faligned_new_EQ,
    OPT_fnew_alignment_EQ, OPT_fmax_type_align_EQ, OPT_fno_max_type_align, OPT_fstrict_flex_arrays_EQ,
    OPT_fvisibility_EQ, OPT_ftemplate_depth_EQ, OPT_fconstexpr_depth_EQ, OPT_fconstexpr_steps_EQ, OPT_fbracket_depth_EQ,
    OPT_fbracket_depth, OPT_foperator_arrow_depth_EQ, OPT_fexperimental_max_bitint_width_EQ, OPT_fms_memptr_rep_EQ,
    OPT_fdefault_calling_conv_EQ, OPT_vtordisp_mode_EQ, OPT_ffp_model_EQ, OPT_ffp_contract, OPT_ffinite_math_only,
    OPT_fno_finite_math_only, OPT_fobjc_arc, OPT_fno_objc_arc, OPT_fobjc_weak, OPT_fno_objc_weak, OPT_fobjc_gc,
    OPT_fobjc_gc_only, OPT_fobjc_runtime_EQ, OPT_fnext_runtime, OPT_fgnu_runtime, OPT_fconstant_string_class_EQ,
    OPT_fseh_exceptions, OPT_fsjlj_exceptions, OPT_fdwarf_exceptions, OPT_fdefine_target_os_macros,
    OPT_fno_define_target_os_macros,
    // parallel programming models, which change how the parser represents a loop
    OPT_fopenmp, OPT_fno_openmp, OPT_fopenmp_EQ, OPT_fopenmp_simd, OPT_fno_openmp_simd, OPT_fopenmp_version_EQ,
    OPT_fopenacc, OPT_pthreads,
    // code generation options that predefined macros depend on
    OPT_fPIC, OPT_fno_PIC, OPT_fpic, OPT_fno_pic, OPT_fPIE, OPT_fno_PIE, OPT_fpie, OPT_fno_pie, OPT_fno_inline,
    OPT_fstack_protector, OPT_fstack_protector_all, OPT_fstack_protector_strong, OPT_fno_stack_protector,
    OPT_fcf_protection_EQ, OPT_fsanitize_EQ, OPT_fno_sanitize_EQ,
    // the target, and the mode of the command line
    OPT_target, OPT_arch, OPT_target_cpu, OPT_target_feature,
    // options of clang-cl
    OPT__SLASH_std, OPT__SLASH_EH, OPT__SLASH_GR, OPT__SLASH_GR_, OPT__SLASH_TC, OPT__SLASH_TP, OPT__SLASH_imsvc,
    OPT__SLASH_arch, OPT__SLASH_O, OPT__SLASH_permissive, OPT__SLASH_permissive_, OPT__SLASH_Zc_wchar_t_,
    OPT__SLASH_vmb, OPT__SLASH_vmg, OPT__SLASH_vmm, OPT__SLASH_vms, OPT__SLASH_vmv, OPT__SLASH_Gd, OPT__SLASH_Gr,
    OPT__SLASH_Gv, OPT__SLASH_Gz, OPT__SLASH_Gregcall, OPT__SLASH_kernel, OPT__SLASH_vctoolsdir,
    OPT__SLASH_vctoolsversion, OPT__SLASH_winsdkdir, OPT__SLASH_winsdkversion, OPT__SLASH_winsysroot,
    OPT__SLASH_external_env};

/// Uses the driver's own rule, because the driver interprets the other options accordingly.
bool is_clang_cl(const Words &command) {
  std::vector<const char *> options;
  for (std::size_t i = 1; i < command.size(); ++i)
    options.push_back(command[i].c_str());
  return !command.empty() && clang::driver::IsClangCL(clang::driver::getDriverMode(command.front(), options));
}

template <class List, class Value> bool holds(const List &list, const Value &value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

bool is_allowed(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  const unsigned id = option.getID();
  if (id == OPT_driver_mode) // without it, the remaining options would be interpreted differently
    return holds(driver_modes, std::string_view(argument.getValue()));
  if (holds(allowed_options, id) || holds(target_options, id) ||
      std::any_of(std::begin(allowed_groups), std::end(allowed_groups),
                  [&option](unsigned group) { return option.matches(group); }))
    return true;
  // A value may be a file name, so options with a value are kept only if they are listed.
  if (option.getKind() == llvm::opt::Option::FlagClass)
    return holds(language_options, id) && !holds(excluded_language_options, id);
  // Some diagnostics are errors by default, and a -W option changes that.
  return option.matches(OPT_W_Group) && argument.getNumValues() > 0 &&
         llvm::StringRef(argument.getValue()).starts_with("no-");
}

class CommandFilter {
public:
  CommandFilter(std::string file, const std::string &directory) : file_(std::move(file)), directory_(directory) {}

  /// Another input, which may be the file that the command compiles if the database names it differently. Empty: there
  /// is none.
  [[nodiscard]] const std::string &other_input() const { return other_input_; }
  [[nodiscard]] bool has_file() const { return has_file_; }

  Words run(const Words &command) {
    const bool is_like_cl = is_clang_cl(command);
    Words kept(command.begin(), command.begin() + (command.empty() ? 0 : 1));
    filter({command.begin() + (command.empty() ? 0 : 1), command.end()}, is_like_cl ? CLOption : ClangOption, "", kept);
    Words front_end;
    filter(Words(front_end_), CC1Option, "", front_end);
    for (std::string &word : front_end) {
      kept.emplace_back("-Xclang");
      kept.push_back(std::move(word));
    }
    if (!has_file_)
      kept.push_back(file_);
    return kept;
  }

private:
  void filter(const Words &words, unsigned visibility, const std::string &prefix, Words &kept) {
    std::vector<const char *> texts;
    for (const std::string &word : words)
      texts.push_back(word.c_str());
    const llvm::opt::InputArgList list(texts.data(), texts.data() + texts.size());
    for (unsigned index = 0; index < words.size();) {
      const unsigned begin = index;
      if (words[index].empty()) {
        ++index;
        continue;
      }
      const std::unique_ptr<llvm::opt::Arg> argument =
          clang::getDriverOptTable().ParseOneArg(list, index, llvm::opt::Visibility(visibility));
      if (argument == nullptr)
        return; // its value is missing, so it was the last option
      if (is_input(*argument))
        add_inputs(*argument, visibility, kept);
      else if (is_passed_on(*argument, kept))
        continue;
      else if (is_allowed(*argument))
        std::transform(words.begin() + begin, words.begin() + index, std::back_inserter(kept),
                       [&prefix](const std::string &word) { return prefix + word; });
    }
  }

  static bool is_input(const llvm::opt::Arg &argument) {
    return argument.getOption().getKind() == llvm::opt::Option::InputClass ||
           argument.getOption().matches(OPT__DASH_DASH) || argument.getOption().matches(OPT__SLASH_Tc) ||
           argument.getOption().matches(OPT__SLASH_Tp);
  }

  static bool is_source(const std::string &path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::string ending = std::filesystem::path(path).extension().string();
    return name != "-" && !name.starts_with("@") && ending != ".o" && ending != ".a" && ending != ".so";
  }

  void add_inputs(const llvm::opt::Arg &argument, unsigned visibility, Words &kept) {
    for (const char *value : argument.getValues()) {
      if (has_file_ || visibility == CC1Option)
        continue;
      if (const std::string path = absolute_path(value, directory_); path != file_) {
        if (other_input_.empty() && is_source(path))
          other_input_ = path;
        continue;
      }
      if (argument.getOption().matches(OPT__SLASH_Tc) || argument.getOption().matches(OPT__SLASH_Tp))
        kept.emplace_back(argument.getOption().matches(OPT__SLASH_Tc) ? "/TC" : "/TP");
      // Only the full path is certain to be an input, whatever characters the name begins with.
      const bool is_name = std::string_view("-@/").find(value[0]) == std::string_view::npos;
      kept.push_back(is_name ? value : file_);
      has_file_ = true;
    }
  }

  /// Options that are passed to another program. Those for one program are joined into one command.
  bool is_passed_on(const llvm::opt::Arg &argument, Words &kept) {
    const llvm::opt::Option &option = argument.getOption();
    if (option.matches(OPT__SLASH_clang)) {
      filter({argument.getValues().begin(), argument.getValues().end()}, ClangOption, "/clang:", kept);
      return true;
    }
    if (!option.matches(OPT_Xclang) && !option.matches(OPT_Xpreprocessor) && !option.matches(OPT_Wp_COMMA))
      return false;
    front_end_.insert(front_end_.end(), argument.getValues().begin(), argument.getValues().end());
    return true;
  }

  std::string file_;
  const std::string &directory_;
  std::string other_input_;
  Words front_end_;
  bool has_file_ = false;
};

} // namespace

Words parsing_options(const Words &command, const std::string &file, const std::string &directory) {
  CommandFilter filter(file, directory);
  Words kept = filter.run(command);
  if (filter.has_file() || filter.other_input().empty())
    return kept;
  return CommandFilter(filter.other_input(), directory).run(command);
}

std::string absolute_path(const std::string &path, const std::string &folder) {
  namespace fs = std::filesystem;
  return (fs::path(path).is_absolute() ? fs::path(path) : fs::path(folder) / path).lexically_normal().string();
}

} // namespace osaca::scan
