#!/bin/sh
# source_in_forms.sh FILE OPTIONS...: makes a report about a loop in line 2 of FILE, writes it in each form with the
# options of `osaca report`, and prints how many forms contain the word SECRET, the word PUBLIC, and the note about
# sources outside the root, and whether a comment in the source silenced a rule. The report comes from unit.capture.
sed "s|FILE|$1|" unit.capture >one.capture
shift
rm -f out.*
osaca capture --report r.json one.capture >answer || exit 1
for form in html sarif text tables markdown github gitlab junit remarks json; do
  osaca report "$@" --format $form -o out.$form r.json || echo "status $?"
done
forms_with() { grep -l "$1" out.* | wc -l; }
heeded=no
cat out.* | grep no-such-rule >heeded && heeded=yes
note='source files outside the project root are not shown'
echo "SECRET: $(forms_with SECRET), PUBLIC: $(forms_with PUBLIC), note: $(forms_with "$note"), comment heeded: $heeded"
