#!/bin/sh
# make_systems.sh CLANG SOURCE LLD_LINK LD64_LLD LLVM_LIB LLVM_AR LLVM_LIPO DSYMUTIL: objects, programs, debug information and libraries
# of Windows and macOS, in the current folder.
set -eu
clang=$1 source=$2 lld_link=$3 ld64=$4 lib=$5 ar=$6 lipo=$7 dsymutil=$8
compile() { # TARGET OUT options...
  target=$1 out=$2
  shift 2
  "$clang" --target="$target" -ffreestanding -w -O2 "$@" -c "$source" -o "$out"
}
compile x86_64-pc-windows-msvc coff.obj -g -gcodeview -ffunction-sections
compile x86_64-pc-windows-msvc coff-big.obj -g -gcodeview -Wa,-mbig-obj
compile x86_64-pc-windows-gnu coff-dwarf.obj -gdwarf
compile aarch64-pc-windows-msvc coff-arm.obj -g -gcodeview
compile x86_64-apple-macosx11 macho.o -g
compile arm64-apple-macosx11 macho-arm.o -g
for name in coff coff-arm; do
  "$lld_link" /nologo /dll /noentry /nodefaultlib /force:unresolved /export:triad /debug "/pdb:$name.pdb" "$name.obj" "/out:$name.dll" 2>lld-link.log
  cat "$name.dll" "$name.pdb" >"$name.dll-pdb"
done
for cpu in x86_64 arm64; do
  object=macho.o
  [ "$cpu" = x86_64 ] || object=macho-arm.o
  "$ld64" -dylib -arch "$cpu" -platform_version macos 11.0 11.0 -undefined dynamic_lookup -o "macho-$cpu.dylib" "$object"
  "$dsymutil" "macho-$cpu.dylib" -o "macho-$cpu.dSYM"
  cp "macho-$cpu.dSYM/Contents/Resources/DWARF/macho-$cpu.dylib" "macho-$cpu.dwarf"
  rm -f "archive-$cpu.a"
  "$ar" --format=darwin rcs "archive-$cpu.a" "$object"
done
cp coff.obj a_member_with_a_long_name.obj
"$lib" /nologo /out:objects.lib a_member_with_a_long_name.obj coff-big.obj
"$lipo" -create archive-x86_64.a archive-arm64.a -output universal.a
"$lipo" -create macho-x86_64.dylib macho-arm64.dylib -output universal.dylib
