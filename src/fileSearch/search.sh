#!/bin/sh
# Finds lines in files. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie
#
#   directories    where it searches, each with a NUL after it
#   find           arguments of find, each with a NUL after it
#   text           lines for grep -F, of which a line of a file is to have one: the text in UTF-8 and in GB18030
#   expression     for grep -P in UTF-8, what a line is to have; only where there is no text
#   beyond         for grep -P, the first match far from the beginning of its line, with a little before it
#   any-case       it is there if grep is to find the text or expression in any case
#   whole-word     it is there if grep is to find the expression as a word
#
# so that nothing that a person has typed, and no name of a file, is ever read by a shell. The output is
#
#   directory           all that is said from here on is of the next directory
#   lines               then the beginning of each line that was found
#   beyond              then parts of long lines, around the first match beyond their beginning
#   matches             then what the expression matches; where there is a text, nothing is said of that
#   unread              then a file that grep could not read to its end
#   again               what was said since the last `files` comes once more
#   files R G C U       all that was said is of files that are complete: grep has read R, of which it passes over those that begin as no text, G
#                       are gone, grep has given up on the expression in C, and U could not be read
#   listed N D          find has listed N files of the directory, and could not read D directories
#   end                 all directories were searched
#   no-utf8             the server has no locale with UTF-8, in which expressions are tried
#   refused             then what grep says against the expression
#
# Whoever reads it adds up the files: all were looked at only where they are as many as were listed. What a program that failed has said counts
# for nothing. A result is the path in the directory, a NUL, "LINE:OFFSET:" and text. All paths begin with `./`, and no other line does.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

# The most lines of a file, plus one that says that there are more; bytes of a line's text; bytes of what matches in some thousand files.
LINES=1001
WIDTH=600
MATCHES=4194304

# Files that grep is given at once, large ones, and bytes of their names: results come after so many.
FILES=10000
LARGE=500
NAMES=600000

# Kilobytes that a grep may take, which has a whole line in memory, and how many files may fail before no more are tried one by one.
MEMORY=262144
FAILURES=1000

# --- some files, from their directory -----------------------------------------------------------------------------------------

# Has grep look into files, and fails where it has not read all of them to their end: WHAT ARGUMENTS… with `any` line, what is searched for
# (`found`), or what is `beyond` the beginning of a line. Nothing but files is opened, whatever is in their place by now. What grep says stays
# English.
look() {
  what=$1
  shift
  everything=C
  case $what in
    any) set -- -e '' "$@" ;;
    beyond) set -- -P -o -f "$job/beyond" "$@" ;;
    *)
      if is_text; then
        set -- -F $any_case -f "$job/text" "$@"
      else
        set -- -P $any_case $whole_word -f "$job/expression" "$@"
      fi
      ;;
  esac
  [ "$what" = any ] || is_text || everything=
  LC_ALL=$everything LC_CTYPE=${UTF8-} LC_MESSAGES=C grep -D skip -d skip "$@"
  # with 255, xargs ends
  [ $? -le 1 ] || return 255
}

# Has grep look into the files that a file names: FILE WHAT ARGUMENTS…
look_into() {
  names=$1
  shift
  xargs -0 -r -s "$NAMES" sh "$0" look "$@" -- <"$names"
}

# Runs the first program of a pipeline, whose end `was_first` tells.
first() {
  "$@"
  echo $? >"$job/first"
}

was_first() {
  read -r code <"$job/first" && : >"$job/first" && [ "$code" = 0 ]
}

# Writes the names of the files in which `grep -c` has counted so many lines.
counted() {
  sed -nz "1{h;d}; /^$1\\n/{x;p;x}; s/^[0-9]*\\n//; h" "$2"
}

records() {
  grep -zc '' "$1"
}

is_text() {
  [ -f "$job/text" ]
}

# Says what grep finds in the files that match: SECTION WHAT ARGUMENTS…
tell() {
  printf '%s\n' "$1"
  shift
  first look_into "$job/matching" "$@" -a -H -Z -n -b -m "$LINES" 2>"$job/complaints" | cut -b "1-$width" && was_first
}

# Says what the expression matches, unless that is too much.
tell_matches() {
  { tell matches found -o; echo $? >"$job/told"; } | head -c "$((MATCHES + 1))" >"$job/matches" || return
  size=$(wc -c <"$job/matches") || return
  [ "$size" -le "$MATCHES" ] || return 0
  read -r code <"$job/told" && [ "$code" = 0 ] && cat "$job/matches"
}

# Has the files named in which grep has counted a line, and fails where it has not counted in so many files.
name_matching() {
  printf '\0' >>"$job/seen" && [ "$(records "$job/seen")" = "$(($1 + 1))" ] && counted 1 "$job/seen" >"$job/matching"
}

# Keeps the named files in which grep finds a line: WHAT ARGUMENTS…
keep() {
  [ -s "$job/matching" ] || return 0
  count=$(records "$job/matching")
  look_into "$job/matching" "$@" -c -m 1 -H -Z >"$job/seen" 2>"$job/complaints" && name_matching "$count"
}

# Says what is found in these files, and fails where one of them was not read to its end: SIZE FILE…
search_all() {
  size=$1
  shift
  # what begins as text is all taken for text: with -I, grep would end at the first NUL, and not say so
  if [ "$size" = small ]; then
    look found -c -m 1 -a -H -Z -- "$@" >"$job/seen" 2>"$job/complaints" && name_matching $# && keep any -I || return
  else
    look any -c -m 1 -I -H -Z -- "$@" >"$job/seen" 2>"$job/complaints" && name_matching $# && keep found -a || return
  fi
  [ -s "$job/matching" ] || return 0

  longest=$(first tr '\0\1-\377' '\nx' <"$job/matching" | wc -L) && was_first || return
  width=$((longest + 40 + WIDTH))
  tell lines found || return
  [ ! -f "$job/beyond" ] || tell beyond beyond || return
  is_text || tell_matches
}

# Searches files of which one at least could not be, in two parts.
search_parts() {
  failures=$(wc -c <"$job/failures") && [ "$failures" -lt "$FAILURES" ] || return
  printf 'again\n'
  gone=0
  for file; do
    if [ -f "$file" ]; then printf '%s\0' "$file"; else gone=$((gone + 1)); fi
  done >"$job/part-$$" || return
  printf 'files 0 %s 0 0\n' "$gone"
  xargs -0 -r -n "$((($# + 1) / 2))" -s "$NAMES" sh "$0" files large <"$job/part-$$"
}

# Says why a file was not searched.
tell_failure() {
  printf x >>"$job/failures" || return
  if [ ! -f "$1" ]; then
    printf 'files 0 1 0 0\n'
  elif grep -q -e PCRE -e 'invalid UTF-8' "$job/complaints"; then
    printf 'files 0 0 1 0\n'
  else
    printf 'unread\n%s\0000:0:\nfiles 0 0 0 1\n' "$1"
  fi
}

# Searches files, of which small ones are read in one go: SIZE FILE…
search_files() {
  if search_all "$@"; then
    shift
    printf 'files %s 0 0 0\n' $#
    return
  fi
  size=$1
  shift
  if [ "$size" = small ] || [ $# -gt 1 ]; then
    search_parts "$@"
  else
    tell_failure "$1"
  fi
}

# --- a directory ----------------------------------------------------------------------------------------------------------------

search_directory() {
  printf 'directory\n'
  cd "$1" 2>/dev/null || {
    printf 'listed 0 1\n'
    return 0
  }
  rm -f "$job/found"
  {
    xargs -0 -x find . <"$job/find" 2>"$job/unlisted" 5>"$job/listed" 6>"$job/large"
    echo $? >"$job/found"
  } | xargs -0 -r -n "$FILES" -s "$NAMES" sh "$0" files small
  searched=$?
  xargs -0 -r -n "$LARGE" -s "$NAMES" sh "$0" files large <"$job/large" || searched=$?
  read -r found <"$job/found" || return
  # of each directory that it cannot read, find tells the name
  unread=$(grep -c "^find: [\`']" "$job/unlisted")
  others=$(grep -c "^find: [^\`']" "$job/unlisted")
  case $found,$unread,$others in
    0,*,0 | 123,[1-9]*,0) ;;
    *)
      cat "$job/unlisted" >&2
      return 1
      ;;
  esac
  listed=$(wc -c <"$job/listed") || return
  printf 'listed %s %s\n' "$listed" "$unread"
  return "$searched"
}

# --- all of them ----------------------------------------------------------------------------------------------------------------

# the runner calls this file by its whole path, and so does this file
job=${0%/*}
any_case=
whole_word=
[ ! -f "$job/any-case" ] || any_case=-i
[ ! -f "$job/whole-word" ] || whole_word=-w

case ${1-} in
  look)
    shift
    ulimit -v "$MEMORY" 2>/dev/null
    look "$@"
    exit
    ;;
  files)
    shift
    ulimit -v "$MEMORY" 2>/dev/null
    search_files "$@"
    exit
    ;;
  directory)
    search_directory "$2"
    exit
    ;;
esac

# Chooses where expressions are tried: what has no UTF-8 takes the two bytes for two signs.
choose_locale() {
  for UTF8 in C.UTF-8 en_US.UTF-8 zh_CN.UTF-8; do
    [ "$(printf '\303\251\n' | LC_ALL=$UTF8 grep -c '^.$')" != 1 ] || return 0
  done
  return 1
}

# Has grep take what it is to look for, and nothing else.
try() {
  look "$1" /dev/null 2>complaints
}

if is_text; then
  try found && try beyond || {
    cat complaints >&2
    exit 1
  }
else
  choose_locale || {
    printf 'no-utf8\n'
    exit
  }
  export UTF8
  try found || {
    printf 'refused\n'
    head -c 2000 complaints
    exit
  }
  # of an expression before which nothing can stand, only the beginnings of lines are told
  try beyond || rm beyond || exit
fi

: >failures
xargs -0 -r -n 1 sh "$0" directory <directories || exit
printf 'end\n'
exit
}
