#!/bin/sh
# Whatever Fortran's text makes up, the compile ends, with the object that it has without the plugin, and says something short.
. "$(dirname "$0")/lib.sh"
. "$here/hostile.sh"
flags="-O2 -fno-tree-vectorize -w -fdiagnostics-plain-output"

loop() { # procedure's name
  printf 'subroutine %s(a, n)\nreal a(n)\n!OSACA$ analyze\ndo i = 1, n\na(i) = a(i) + 1\nend do\nend subroutine\n' "$1"
}

# What a line of a preprocessor names is not opened, whatever it is. A name that is not there costs nothing.
mkfifo "$work/pipe"
mkdir "$work/folder"
for file in /dev/zero "$work/pipe" "$work/folder" /proc/kmsg /dev/stdin nowhere.f90; do
  { printf '# 1 "%s"\n' "$file"; loop f; } >"$work/named.f90"
  compile named.f90
  says 'cycles per iteration'
done
{ loop f; echo '# 2147483646 "odd.f90"'; loop g; echo '# 10 "even.f90"'; loop h; } >"$work/lines.f90"
compile lines.f90
says 'even.f90:13:'
{ printf '# 1 "'; awk 'BEGIN { for (i = 0; i < 5000; ++i) printf "A/" }'; printf '.f90"\n'; loop f
  echo '# 1 "short.f90"'; loop g; } >"$work/path.f90"
compile path.f90
count 'cycles per iteration' 2

# More directives than anybody writes.
{ awk 'BEGIN { for (i = 0; i < 100000; ++i) print "!OSACA$ analyze" }'; loop f; } >"$work/directives.f90"
compile directives.f90
count 'more than 10000 pragmas' 1
says 'more messages about this unit are not shown'
short
{ awk 'BEGIN { for (i = 0; i < 100000; ++i) print "!OSACA$ analyse" }'; loop f; } >"$work/mistakes.f90"
compile mistakes.f90
says "did you mean '!OSACA\$ analyze'"
short

# Long lines, long statements, deep nests, ends without a begin, carriage returns and bytes that are no text.
{ printf '!OSACA$ analyze '; awk 'BEGIN { for (i = 0; i < 200000; ++i) printf "no(calls) "; print "" }'; loop f; } >"$work/long.f90"
compile long.f90 -ffree-line-length-none
short
{ printf 'subroutine s(a, n)\nreal a(n)\n!OSACA$ analyze\ndo i = 1, n\na(i) = a(i)'
  awk 'BEGIN { for (i = 0; i < 200; ++i) printf " &\n!OSACA$ analyze\n + a(%d)", i + 1 }'; printf ' + 1\nend do\nend\n'; } >"$work/statement.f90"
compile statement.f90
count 'cycles per iteration' 1
short
{ printf 'subroutine s(a, n)\nreal a(n)\n'
  awk 'BEGIN { for (i = 0; i < 60; ++i) printf "!OSACA$ analyze\ndo i%d = 1, n\n", i; print "a(i1) = a(i1) + a(i59)";
               for (i = 0; i < 60; ++i) print "end do"; print "end" }'; } >"$work/deep.f90"
compile deep.f90 -O1
short
loop f | sed 's/$/\r/' >"$work/returns.f90"
compile returns.f90
count 'cycles per iteration' 1
{ loop f; printf '! \377\376\300 bytes\n!OSACA$ \377\001\n!OSACA$ analyze \300\n'; loop g; } >"$work/bytes.f90"
compile bytes.f90
count 'cycles per iteration' 2

# A file that includes itself as often as the compiler allows, and one that is included many times.
loop f >"$work/part.inc"
sed -n 3,6p "$work/part.inc" >"$work/body.inc"
{ printf 'subroutine s(a, n)\nreal a(n)\n'; awk 'BEGIN { for (i = 0; i < 500; ++i) print "include \"body.inc\"" }'; echo end; } >"$work/often.f90"
compile often.f90 -O1
short
{ awk 'BEGIN { for (i = 0; i < 50; ++i) print "!OSACA$ analyze" }'; sed 1d "$work/body.inc"; } >"$work/many.inc"
{ printf 'subroutine s(a, n)\nreal a(n)\n'; awk 'BEGIN { for (i = 0; i < 201; ++i) print "include \"many.inc\"" }'; echo end; } >"$work/cut.f90"
compile cut.f90 -O1
count 'more than 10000 pragmas' 1
short
mkdir "$work/include"
mv "$work/body.inc" "$work/include"
printf 'subroutine s(a, n)\nreal a(n)\ninclude "body.inc"\nend\n' >"$work/elsewhere.f90"
compile elsewhere.f90 -I"$work/include"
count 'cycles per iteration' 1
finish
