#!/bin/sh
# Puts a directive before each `do` of every Fortran file below a folder, compiles each with and without the plugin, compares the
# objects byte for byte, and counts what became of the directives.
#
#   fortran_on_project.sh COMPILER PLUGIN DRIVER SOURCE_FOLDER [OPTION SETS...]
#
# Each option set is one quoted argument. COMPILER compiles Fortran. Files that do not compile by themselves, once the modules of the
# others are there, are left out and counted. Include paths: $INCLUDES (default: every folder with an include file). FILES limits
# the names (a pattern of find, such as 'd*.f').
set -u
compiler=$1
plugin=$2
driver=$3
sources=$4
shift 4
[ $# -gt 0 ] || set -- "-O2" "-O3 -g" "-O3 -march=native -fopenmp -pipe"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" "$work/mod"
python3 "$here/annotate_fortran.py" "$sources" "$work/src" "${FILES:-*}" >"$work/files" || exit 1
includes=${INCLUDES:-$(find "$sources" \( -name '*.inc' -o -name '*.h' -o -name '*.fh' \) | sed 's,/[^/]*$,,' | sort -u | sed 's/^/-I/')}

# Keeps the capture, and answers as the real driver does.
cat >"$work/driver" <<X
#!/bin/sh
cat >"$work/capture.json"
exec "$driver" "\$@" <"$work/capture.json"
X
chmod +x "$work/driver"

compile() { # file, options...
  file=$1
  shift
  # shellcheck disable=SC2086
  (cd "$work/src" && "$compiler" $includes -w -frandom-seed=osaca -J "$work/mod" "$@" -c "$file" -o "$work/unit.o") 2>"$work/errors"
}

# Modules come before those who use them: again and again, as long as something new compiles.
cut -d' ' -f1 "$work/files" >"$work/left"
: >"$work/able"
while [ -s "$work/left" ]; do
  : >"$work/failed"
  while read -r file; do
    if compile "$file" -O0; then echo "$file" >>"$work/able"; else echo "$file" >>"$work/failed"; fi
  done <"$work/left"
  cmp -s "$work/left" "$work/failed" && break
  mv "$work/failed" "$work/left"
done
able=$(wc -l <"$work/able")
lines=$(cd "$work/src" && xargs cat <"$work/able" | wc -l)
echo "$able files with $lines lines; $(wc -l <"$work/left") do not compile by themselves"

bad=0
for options in "$@"; do
  same=0 different=0 broken=0 skipped=0
  : >"$work/annotations"
  : >"$work/done"
  while read -r file; do
    # shellcheck disable=SC2086
    if ! compile "$file" $options; then
      skipped=$((skipped + 1))
      continue
    fi
    mv "$work/unit.o" "$work/without.o"
    rm -f "$work/capture.json"
    # shellcheck disable=SC2086
    if ! compile "$file" $options -fplugin="$plugin" -fplugin-arg-osaca-driver="$work/driver" -fplugin-arg-osaca-arch=skx; then
      broken=$((broken + 1))
      echo "BROKEN $file: $(head -1 "$work/errors")"
    elif ! cmp -s "$work/unit.o" "$work/without.o"; then
      different=$((different + 1))
      echo "DIFFERENT $file"
    else
      same=$((same + 1))
    fi
    echo "$file" >>"$work/done"
    # Of this compile alone: FILE STATUS REASON, one line per directive.
    [ ! -e "$work/capture.json" ] || python3 "$here/annotate_fortran.py" --count "$file" "$work/capture.json" >>"$work/annotations"
  done <"$work/able"
  echo "$options: $same identical, $different different, $broken broken, $skipped do not compile with these options"
  awk 'FILENAME ~ /done$/ { able[$1] = 1; next } $1 in able { all += $2 } END { print "  directives: " all }' "$work/done" "$work/files"
  awk '{ count[$2]++ } END { for (status in count) print "  " status ": " count[status] }' "$work/annotations" | sort
  cut -d' ' -f2- "$work/annotations" | sed "s/'[^']*'/X/g; s/[0-9][0-9]* of/N of/" | grep -v ^found | sort | uniq -c | sort -rn | head -12
  # Each file's directives against its annotations.
  awk 'FILENAME ~ /done$/ { able[$1] = 1; next } FILENAME ~ /files$/ { if ($1 in able) asked[$1] = $2; next } { got[$1]++ }
       END { for (file in asked) if (asked[file] != got[file] + 0) { print "UNACCOUNTED " file ": " asked[file] " directives, " got[file] + 0; n++ } exit n > 0 }' \
    "$work/done" "$work/files" "$work/annotations" || bad=$((bad + 1))
  bad=$((bad + different + broken))
  [ -z "${KEEP:-}" ] || cp "$work/annotations" "$KEEP"
done
[ "$bad" -eq 0 ]
