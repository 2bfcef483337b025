#!/bin/sh
# Finds lines in files. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie
#
#   directories    where it searches, each with a NUL after it
#   find           arguments of find, each with a NUL after it
#   text           lines for grep -F, of which a line of a file is to have one
#   any-case       it is there if grep -F is to find them in any case
#   expression     for grep -P, what a line is to have; where there is a text, it only says where in the line that is
#   beyond         for grep -P, the first match far from the beginning of its line, with a little before it
#
# so that nothing that a person has typed, and no name of a file, is ever read by a shell. The output is
#
#   directory      all that is said from here on is of the next directory
#   lines          then the beginning of each line that was found
#   beyond         then parts of long lines, around the first match beyond their beginning
#   matches        then what the expression matches; where there is a text, nothing is said of that
#   files          all that was said is of files that are complete
#   end B D F C    all was searched but for B binary files, D directories and F files that could not be read, and C files for which
#                  the expression takes too long
#   refused        then what grep says against the expression
#
# A result is the path in the directory, a NUL, "LINE:OFFSET:" and text. All paths begin with `./`, and no other line does.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

# The most lines of a file, plus one that says that there are more; bytes of a line's text; bytes of what matches in some thousand files.
LINES=1001
WIDTH=600
MATCHES=4194304

# Files that grep is given at once, and bytes of their names: results come after so many.
FILES=5000
NAMES=600000

# Nothing but files is opened, whatever is in their place by now.
GREP='grep -D skip -d skip'

# What PCRE says where an expression takes too long in a line: grep then ends, and leaves out the files that come after it.
is_costly() {
  [ -s "$1" ] && grep -q 'PCRE' "$1"
}

# Adds to what is counted: binary files, directories and files that cannot be read, files for which the expression takes too long.
count() {
  printf '%s %s %s %s\n' "$1" "$2" "$3" "$4" >>"$job/counts"
}

# Counts the files that grep complains about, but for those that are gone.
count_complaints() {
  [ -s "$1" ] || return 0
  count 0 0 "$(grep '^grep: ' "$1" | grep -v -c ': No such file or directory$')" 0
}

# --- some files, from their directory -----------------------------------------------------------------------------------------

is_text() {
  [ -f "$job/text" ]
}

find_one_by_one() {
  : >"$job/matching"
  for file; do
    $GREP -P -f "$job/expression" -l -Z -a -- "$file" 2>"$job/complaint" >>"$job/matching"
    if is_costly "$job/complaint"; then count 0 0 0 1; else count_complaints "$job/complaint"; fi
  done
}

# Says what grep finds in the files that match: SECTION ARGUMENTS…
tell() {
  section=$1
  shift
  set -- "$@" -a -H -Z -n -b -m "$LINES" --
  printf '%s\n' "$section"
  xargs -0 -r $GREP "$@" <"$job/matching" 2>"$job/complaints" | cut -b "1-$width"
  is_costly "$job/complaints" || return 0
  # whatever is said twice is the same
  xargs -0 -r -n 1 $GREP "$@" <"$job/matching" 2>"$job/complaints" | cut -b "1-$width"
}

# Says what is found in these files, which are text at their beginning: with -I, grep would end at the first NUL, and not say so.
find_in_files() {
  printf '%s\n' "$#" >>"$job/texts"
  if is_text; then
    $GREP -F $any_case -f "$job/text" -l -Z -a -- "$@" >"$job/matching" 2>"$job/complaints"
  else
    $GREP -P -f "$job/expression" -l -Z -a -- "$@" >"$job/matching" 2>"$job/complaints"
  fi
  if is_costly "$job/complaints"; then find_one_by_one "$@"; else count_complaints "$job/complaints"; fi
  [ -s "$job/matching" ] || return 0
  longest=$(tr '\0\1-\377' '\nx' <"$job/matching" | wc -L)
  width=$((longest + 40 + WIDTH))
  if is_text; then
    tell lines -F $any_case -f "$job/text"
  else
    tell lines -P -f "$job/expression"
    is_costly "$job/complaints" && count 0 0 0 "$(grep -c 'PCRE' "$job/complaints")"
  fi
  tell beyond -P -o -f "$job/beyond"
  if ! is_text; then
    tell matches -P -o -f "$job/expression" | head -c "$((MATCHES + 1))" >"$job/matches"
    [ "$(wc -c <"$job/matches")" -gt "$MATCHES" ] || cat "$job/matches"
  fi
  printf 'files\n'
}

# --- a directory ----------------------------------------------------------------------------------------------------------------

search_directory() {
  printf 'directory\n'
  cd "$1" 2>/dev/null || {
    count 0 1 0 0
    return
  }
  : >"$job/texts"
  tr -dc '\0' <"$job/listed" | wc -c >"$job/number" &
  # Each file is opened twice, at the same time: first, no more is read of it than shows that it is text.
  unread=$({
    xargs -0 -x find . <"$job/find" 2>&4 | tee "$job/listed" | xargs -0 -r $GREP -l -Z -I '' -- 2>"$job/unlisted" |
      xargs -0 -r -n "$FILES" -s "$NAMES" sh "$0" files >&3
  } 4>&1 | grep -c '^find: ')
  wait
  read -r binary <"$job/number"
  binary=$((binary - $(grep -c '^grep: ' "$job/unlisted")))
  while read -r texts; do
    binary=$((binary - texts))
  done <"$job/texts"
  count_complaints "$job/unlisted"
  count "$binary" "$unread" 0 0
}

# --- all of them ----------------------------------------------------------------------------------------------------------------

# the runner calls this file by its whole path, and so does this file
job=${0%/*}
any_case=
[ ! -f "$job/any-case" ] || any_case=-i

case ${1-} in
  files)
    shift
    find_in_files "$@"
    exit 0
    ;;
  directory)
    search_directory "$2"
    exit 0
    ;;
esac

for expression in expression beyond; do
  grep -P -f "$expression" /dev/null 2>complaints
  if [ $? -gt 1 ]; then
    printf 'refused\n'
    head -c 2000 complaints
    exit 0
  fi
done

: >counts
mkfifo listed
exec 3>&1
xargs -0 -r -n 1 sh "$0" directory <directories

binary=0 unread=0 unreadable=0 slow=0
while read -r b d f s; do
  binary=$((binary + b)) unread=$((unread + d)) unreadable=$((unreadable + f)) slow=$((slow + s))
done <counts
printf 'end %s %s %s %s\n' "$binary" "$unread" "$unreadable" "$slow"
exit 0
}
