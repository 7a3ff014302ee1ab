// A plugin that was built for another compiler is given by its path: the compiler does not crash, and there is one
// message.
//
// In another version of the same compiler the message is a note, and the file is compiled. If the plugin needs a symbol
// that this version lacks, the compiler refuses the plugin. GCC and Clang always refuse each other's plugins.
// RUN: %{folder}
// RUN: sh "%S/Inputs/wrong_compiler.sh" %{plugins} %{identity} %cc "%s"

int plain(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
