#!/bin/sh
# Finds lines in files. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie
#
#   find           arguments of find, each with a NUL after it, for one directory after the other
#   each           how many of them there are for each directory
#   text           lines for grep -F, of which a line of a file is to have one
#   any-case       it is there if grep -F is to find them in any case
#   expression     for grep -P, what a line is to have; where there is a text, it only says where in the line that is
#   beyond         for grep -P, the first match far from the beginning of its line, with a little before it
#
# so that nothing that a person has typed, and no name of a file, is ever read by a shell. The output is
#
#   lines          then the beginning of each line that was found
#   beyond         then parts of long lines, around the first match beyond their beginning
#   matches        then what the expression matches; where there is a text, nothing is said of that
#   files          all that was said is of files that are complete
#   end B D F C    all was searched but for B binary files, D directories and F files that could not be read, and C files for which
#                  the expression takes too long
#   refused        then what grep says against the expression
#
# A result is the path, a NUL, "LINE:OFFSET:" and text. All paths begin with a slash, and no other line does.

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

if [ -f text ]; then
  finding='-F -f text'
  [ -f any-case ] && finding="$finding -i"
else
  finding='-P -f expression'
fi

# What PCRE says where an expression takes too long in a line: grep then ends, and leaves out the files that come after it.
is_costly() {
  [ -s "$1" ] && grep -q 'PCRE' "$1"
}

# Adds to what is counted: files that cannot be read, and those for which the expression takes too long.
count() {
  printf '%s %s\n' "$1" "$2" >>counts
}

# Counts the files that grep complains about, but for those that are gone.
count_complaints() {
  [ -s "$1" ] || return 0
  count "$(grep '^grep: ' "$1" | grep -v -c ': No such file or directory$')" 0
}

find_one_by_one() {
  : >matching
  for file; do
    $GREP $finding -l -Z -I -- "$file" 2>complaint >>matching
    if is_costly complaint; then count 0 1; else count_complaints complaint; fi
  done
}

# Says what grep finds in the files that match: SECTION ARGUMENTS…
tell() {
  section=$1
  shift
  printf '%s\n' "$section"
  xargs -0 -r $GREP "$@" -I -H -Z -n -b -m "$LINES" -- <matching 2>complaints | cut -b "1-$width"
  is_costly complaints || return 0
  # whatever is said twice is the same
  xargs -0 -r -n 1 $GREP "$@" -I -H -Z -n -b -m "$LINES" -- <matching 2>complaints | cut -b "1-$width"
}

find_in_files() {
  $GREP $finding -l -Z -I -- "$@" >matching 2>complaints
  if is_costly complaints; then find_one_by_one "$@"; else count_complaints complaints; fi
  [ -s matching ] || return 0
  longest=$(tr '\0' '\n' <matching | tr -c '\n' x | wc -L)
  width=$((longest + 40 + WIDTH))
  tell lines $finding
  is_costly complaints && count 0 "$(grep -c 'PCRE' complaints)"
  tell beyond -P -o -f beyond
  if ! [ -f text ]; then
    tell matches -P -o -f expression | head -c "$((MATCHES + 1))" >matches
    [ "$(wc -c <matches)" -gt "$MATCHES" ] || cat matches
  fi
  printf 'files\n'
}

case ${1-} in
  files)
    shift
    find_in_files "$@"
    exit 0
    ;;
  list)
    shift
    # find says nothing of it, as of all that is removed meanwhile
    [ -d "$2" ] || printf 'find: no directory\n' >&2
    exec find "$@"
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
read -r each <each
exec 3>&1

# Each file is opened twice, at the same time: for this, no more is read of it than shows that it is text.
mkfifo listed
xargs -0 -r $GREP -L -Z -I '' -- <listed 2>/dev/null | tr -dc '\0' | wc -c >binary &
directories=$({
  xargs -0 -r -x -n "$each" sh "$0" list <find 2>&4 | tee listed | xargs -0 -r -n "$FILES" -s "$NAMES" sh "$0" files >&3
} 4>&1 | grep -c '^find: ')
wait
read -r binary <binary

unreadable=0
slow=0
while read -r files costly; do
  unreadable=$((unreadable + files))
  slow=$((slow + costly))
done <counts
printf 'end %s %s %s %s\n' "$binary" "$directories" "$unreadable" "$slow"
exit 0
}
