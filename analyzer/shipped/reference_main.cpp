// osaca-model-reference schema | page: prints the description of a model's fields, for editors or for people.
#include "model/fields/model_fields.h"
#include "shipped/page_pass.h"
#include "shipped/schema_pass.h"

#include <cstdio>
#include <string_view>

namespace osaca::fields {

namespace {

/// All fields of a file, in the order of the page.
template <class Pass> void describe_head(Pass &pass, MachineModel::Data &data) {
  Inheritance inheritance;
  std::map<std::string, Provenance> sources;
  describe_identity(pass, data, Need::optional);
  describe(pass, inheritance);
  describe_isa(pass, data.isa, Need::optional);
  describe_sources(pass, sources);
  describe_notes(pass, data);
  describe_validations(pass, data);
  describe_compiler_cpu(pass, data);
  describe_compiler_ports(pass, data);
}

SchemaPass::Json schema() {
  MachineModel::Data data;
  SchemaPass head, core, form;
  describe_head(head, data);
  describe(core, data.core, Need::optional);
  std::vector<std::string> names;
  FormEntry entry;
  describe_form(form, names, entry);
  SchemaPass::Json form_schema = form.map_schema();
  form_schema["dependentRequired"] = {{"load_latency", {"complete"}}, {"forward", {"complete"}}};
  SchemaPass vector_form;
  VectorForm vector_entry;
  describe_vector_form(vector_form, names, vector_entry);
  head.add("core", Need::optional, core.map_schema(), "");
  head.add("forms", Need::optional, {{"type", "array"}, {"items", form_schema}}, "");
  head.add("vector_forms", Need::optional, {{"type", "array"}, {"items", vector_form.map_schema()}}, "");
  SchemaPass::Json all = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "osaca-model-1.schema.json"},
      {"title", "Machine model of one core. models/README.md has the rules that a schema cannot express"},
      {"anyOf", {{{"required", {"extends"}}}, {{"required", {"title", "isa", "core"}}}}}};
  all.update(head.map_schema());
  all["$defs"] = SchemaPass::definitions();
  return all;
}

std::string page() {
  std::vector<PageTable> tables;
  MachineModel::Data data;
  PagePass head(tables, "", "");
  describe_head(head, data);
  head.row("core", Need::optional, "map, [below](#core)", "what the core can do per cycle; required without `extends`");
  head.row("forms", Need::optional, "list of any length, [below](#forms)", "");
  head.row("vector_forms", Need::optional, "list of any length, [below](#vector_forms)",
           "RISC-V: figures by LMUL and SEW");
  PagePass core(tables, "core", "What the core can do per cycle.");
  describe(core, data.core, Need::required);
  std::vector<std::string> names;
  FormEntry entry;
  PagePass form(tables, "forms[]", "Cost of instruction forms.");
  describe_form(form, names, entry);
  VectorForm vector_entry;
  PagePass vector_form(
      tables, "vector_forms[]",
      "RISC-V: figures of vector forms by LMUL and SEW, where the code shows these. They replace those "
      "of `forms`. Without an entry in `forms`, the figures of `e32m1`, or else of the first entry, "
      "also apply where the code does not show `vtype`.");
  describe_vector_form(vector_form, names, vector_entry);
  std::string out = "# All keys of a model\n\nGenerated from `analyzer/model/fields` by `osaca-model-reference page`. "
                    "A test checks that it is up to date. [README.md](README.md) explains the format.\n";
  for (const PageTable &table : tables) {
    out += table.path.empty() ? "\n## The file\n\n" : "\n## " + table.path + "\n\n";
    out += (table.about.empty() ? "" : table.about + "\n\n") +
           "| key | required | values | meaning |\n| --- | --- | --- | --- |\n" + table.rows;
  }
  return out;
}

} // namespace
} // namespace osaca::fields

int main(int argc, char **argv) {
  const std::string_view what = argc == 2 ? argv[1] : "";
  if (what == "schema")
    std::puts(osaca::fields::schema().dump(2).c_str());
  else if (what == "page")
    std::fputs(osaca::fields::page().c_str(), stdout);
  else
    std::fputs("usage: osaca-model-reference schema | page\n", stderr);
  return what == "schema" || what == "page" ? 0 : 2;
}
