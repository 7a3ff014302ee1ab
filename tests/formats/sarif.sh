#!/bin/sh
# sarif.sh FOLDER: the .sarif files there against the published schema of SARIF 2.1.0, and against what SARIF's own validator
# and GitHub's code scanning ask for besides.
set -eu
here=$(dirname "$0")
folder=$1
. "$here/packages.sh"

npm_package @microsoft/sarif-multitool-linux 5.7.0
python_with jsonschema
"$python" "$here/schemas.py" "$package_dir/sarif-2.1.0.json" "$folder"/*.sarif

# The check itself: a level that there is not.
sed 's/"level": "warning"/"level": "loud"/' "$folder/sample.sarif" > "$folder/broken-level.json"
"$python" "$here/schemas.py" "$package_dir/sarif-2.1.0.json" "$folder/broken-level.json" > "$folder/broken.log" &&
  { echo "the schema does not see a wrong level"; exit 1; }

# Rules beyond the schema: SARIF's own, and GitHub's. Their advice (warnings, notes) is not ours to follow in all things.
chmod u+x "$package_dir/Sarif.Multitool"
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1
"$package_dir/Sarif.Multitool" --version > "$folder/multitool.log" 2>&1 ||
  skip "the schema holds; the validator of $package_dir does not run here: $(tail -n 2 "$folder/multitool.log")"
status=0
for file in "$folder"/*.sarif; do
  "$package_dir/Sarif.Multitool" validate --rule-kind "Sarif;Ghas" --level "Error;Warning;Note" "$file" > "$folder/multitool.log" 2>&1 || true
  if ! grep -q "Analysis completed successfully" "$folder/multitool.log" || grep -q ": error " "$folder/multitool.log"; then
    echo "$file:"; grep ": error " "$folder/multitool.log" || head -n 20 "$folder/multitool.log"
    status=1
  fi
done
[ $status = 0 ] && echo "the validator of SARIF and the rules of GitHub find no error"
exit $status
