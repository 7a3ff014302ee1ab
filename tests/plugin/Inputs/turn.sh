# is_turn: whether this set of options is tried. With $every_third set that is every third one; the count goes on in the
# file ./turns from one RUN line to the next.
is_turn() {
  turns=$(($(cat turns 2>/dev/null || echo 0) + 1))
  echo $turns >turns
  [ -z "${every_third:-}" ] || [ $((turns % 3)) = 1 ]
}
