#include "driver/command_line/command_documents.h"

#include "base/format.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace osaca::driver {
namespace {

/// Escapes text for roff: no line is taken for a request, and dashes can be copied.
std::string escaped_for_roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\''))
      out += "\\&";
    if (c == '|')
      out += "|\\:"; // a line may be broken after it
    else if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_start = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string head(const PageName &page, const std::string &synopsis) {
  std::string out =
      format_text(".TH {} 1 \"\" \"osaca " OSACA_VERSION "\" \"osaca\"\n", escaped_for_roff(upper(page.name)));
  out += ".ad l\n"; // lists of choices should not be justified
  out += format_text(".SH NAME\n{} \\- {}\n", escaped_for_roff(page.name), escaped_for_roff(page.summary));
  return format_text("{}.SH SYNOPSIS\n{}", out, synopsis);
}

std::string see_also(const std::string &pages) {
  return format_text(".SH SEE ALSO\n"
                     "{}\n"
                     ".PP\n"
                     "The documentation in share/doc/osaca, beginning with README.md.\n",
                     pages);
}

/// A name in bold, its value in italics.
std::string with_value(const std::string &name, const std::string &value) {
  std::string out = format_text("\\fB{}\\fR", escaped_for_roff(name));
  if (!value.empty())
    out += format_text("{}\\fI{}\\fR", name.starts_with("--") ? "=" : " ", escaped_for_roff(value));
  return out;
}

std::string option_text(const OptionDescription &option) {
  std::string names;
  for (const std::string &name : option.names)
    names += (names.empty() ? "" : ", ") + with_value(name, option.value);
  if (option.is_positional())
    names = format_text("\\fI{}\\fR", escaped_for_roff(option.value));
  return format_text(".TP\n{}\n{}\n", names, escaped_for_roff(option.help));
}

/// Indented lines are kept as they are; others are filled.
std::string paragraphs(const std::string &text) {
  std::string out;
  bool kept = false;
  bool begun = true; // a section begins like a paragraph
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      begun = false;
      continue;
    }
    const bool keep = line.starts_with("  ");
    if (kept && !keep)
      out += ".EE\n.RE\n";
    if (!begun)
      out += ".PP\n";
    if (keep && !kept)
      out += ".RS 2\n.EX\n";
    out += escaped_for_roff(keep ? line.substr(2) : line) + "\n";
    kept = keep;
    begun = true;
  }
  return kept ? out + ".EE\n.RE\n" : out;
}

/// The text after the options: "Exit status:" and "Examples:" begin sections of their own.
std::string sections(const std::string &footer) {
  std::string before;
  std::string exit_status;
  std::string examples;
  std::string *current = &before;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Exit status:")) {
      current = &exit_status;
      line.erase(0, line.find_first_not_of(' ', 12));
    } else if (line.starts_with("Example")) {
      current = &examples;
      continue;
    } else if (line.empty() && current == &exit_status) {
      current = &before;
    }
    *current += line + "\n";
  }
  std::string out = paragraphs("\n" + before);
  if (!exit_status.empty())
    out += ".SH EXIT STATUS\n" + paragraphs(exit_status);
  if (!examples.empty())
    out += ".SH EXAMPLES\n" + paragraphs(examples);
  return out;
}

} // namespace

std::string command_page(const PageName &page, const CommandDescription &command) {
  std::string synopsis = format_text("\\fB{}\\fR [\\fIOPTION\\fR]...", escaped_for_roff(command.texts.usage_name));
  for (const OptionDescription &option : command.options)
    if (option.is_positional())
      synopsis += format_text(" \\fI{}\\fR", escaped_for_roff(option.value));
  std::string out = head(page, synopsis + "\n");
  std::string footer = sections(command.texts.footer);
  const std::size_t first_section = std::min(footer.find(".SH "), footer.size());
  out += format_text(".SH DESCRIPTION\n{}{}.SH OPTIONS\n", paragraphs(command.texts.about),
                     footer.substr(0, first_section));
  for (const OptionDescription &option : command.options)
    out += option_text(option);
  return format_text("{}{}{}", out, footer.substr(first_section), see_also(".BR osaca (1)"));
}

std::string help_page(const PageName &page, std::string_view help) {
  std::string command = page.name;
  std::ranges::replace(command, '-', ' ');
  return format_text(
      "{}.SH DESCRIPTION\n.EX\n{}{}.EE\n{}",
      head(page, format_text("\\fB{}\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n", escaped_for_roff(command))),
      escaped_for_roff(help), help.ends_with('\n') ? "" : "\n", see_also(".BR osaca (1)"));
}

std::string overview_page(const std::vector<PageName> &commands) {
  std::string out =
      head({"osaca", "predict how many cycles loops take, and explain why"},
           ".B osaca\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n.br\n"
           ".B gcc \\-fplugin=osaca.so\n[\\fB\\-fplugin\\-arg\\-osaca\\-\\fIOPTION\\fR[=\\fIVALUE\\fR]]... "
           "\\fIFILE\\fR...\n.br\n"
           ".B clang \\-fplugin=osaca.so\n[\\fB\\-fplugin\\-arg\\-osaca\\-\\fIOPTION\\fR[=\\fIVALUE\\fR]]... "
           "\\fIFILE\\fR...\n");
  out += R"(.SH DESCRIPTION
.B osaca
analyses the loops in assembly, objects and basic blocks. With a model of the core, it
predicts how many cycles an iteration takes and what limits the loop, and suggests what
to try. Plugins for GCC and Clang do the same during compilation, for the loops that follow
.B "#pragma osaca analyze"
(in Fortran
.BR "!OSACA$ analyze" ),
and print notes at these loops.
.PP
Without a command, the arguments are those of
.BR "osaca analyze" .
.SH COMMANDS
)";
  std::string pages;
  for (const PageName &command : commands) {
    out += format_text(".TP\n.BR {} (1)\n{}\n", escaped_for_roff(command.name), escaped_for_roff(command.summary));
    pages += format_text("{}.BR {} (1)", pages.empty() ? "" : ",\n", escaped_for_roff(command.name));
  }
  out += R"(.SH OPTIONS
.TP
\fB\-\-version\fR, \fB\-V\fR
print the versions of osaca, of its LLVM and of its tables of figures, and list the installed plugins
.TP
\fB\-\-help\fR, \fB\-h\fR
print the help of
.BR "osaca analyze" ,
or of the command before this option
.SH FILES
Relative to the prefix of the installation, which can be moved as a whole:
.TP
.I lib/osaca/osaca.so
the plugin to pass to a compiler with \-fplugin; it loads the plugin that was built for this compiler
.TP
.I lib/osaca/COMPILER\-VERSION/osaca.so
the plugin that was built for one compiler
.TP
.I lib/cmake/Osaca/OsacaConfig.cmake
the package for find_package(Osaca CONFIG), with the function osaca_analyze()
.TP
.I lib/pkgconfig/osaca.pc
the file for pkg\-config; its variable
.B plugin
is the path for \-fplugin
.PP
Of a project:
.TP
.I .osaca.yml
settings for the sources in and below its folder; see
.BR osaca\-config (1)
.SH ENVIRONMENT
.TP
.B NO_COLOR
if it is set and not empty, colours are used only with \-\-color=always
.TP
.B TERM
the value "dumb" means a terminal without colours
.TP
.B TMPDIR
folder for temporary files (default: /tmp)
.TP
.B PATH
folders in which
.B osaca doctor
searches for compilers
.SH EXIT STATUS
.TP
.B 0
success
.TP
.B 1
the check failed: there are findings that \-\-fail\-on selects, loops that became slower, or no compiler that works
.TP
.B 2
wrong options, or something could not be read or analysed; standard error has one line per problem
.SH EXAMPLES
.RS 2
.EX
osaca \-\-arch zen4 kernel.s
gcc \-O3 \-fplugin=$(pkg\-config \-\-variable=plugin osaca) \-c solver.c
osaca doctor
.EE
.RE
)";
  return out + see_also(pages);
}

} // namespace osaca::driver
