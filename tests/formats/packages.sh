# Sourced: npm_package NAME VERSION installs a package below $OSACA_NPM_DIR, once, and sets $package_dir to its folder.
# Where that cannot be done the test is skipped (exit status 77) and says why.

skip() { echo "skipped: $*"; exit 77; }

npm_package() {
  : "${OSACA_NPM_DIR:?the folder for packages}"
  package_dir=$OSACA_NPM_DIR/$1/node_modules/$1
  [ -f "$package_dir/package.json" ] && return 0
  command -v npm >/dev/null || skip "no npm here to fetch $1 with"
  mkdir -p "$OSACA_NPM_DIR/$1"
  echo '{"private": true}' > "$OSACA_NPM_DIR/$1/package.json"
  (cd "$OSACA_NPM_DIR/$1" && npm install --no-audit --no-fund --ignore-scripts "$1@$2") > "$OSACA_NPM_DIR/npm.log" 2>&1 ||
    skip "npm could not fetch $1 $2: $(tail -n 3 "$OSACA_NPM_DIR/npm.log" | tr '\n' ' ')"
}

# A Python with the module that is named; sets $python.
python_with() {
  for python in python3 /usr/bin/python3; do
    command -v "$python" >/dev/null && "$python" -c "import $1" 2>/dev/null && return 0
  done
  skip "no python3 with module $1 (Debian: python3-$1)"
}
