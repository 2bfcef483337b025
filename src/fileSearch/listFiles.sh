#!/bin/sh
# Lists the files of a directory. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie `directories`,
# the directory with a NUL after it, and `find`, arguments of find, each with one: no name is ever read by a shell. The output is the paths of
# files, relative to the directory, each with a NUL after it; then a NUL, and "end N D": find has listed N files, and could not read D directories.
# Where find has failed, there is no end.

{
set -u
LC_ALL=C
export LC_ALL

# the runner calls this file by its whole path
job=${0%/*}
if [ $# = 0 ]; then
  exec xargs -0 -n 1 sh "$0" <directories
fi

cd "$1" 2>/dev/null || {
  printf '\0end 0 1\n'
  exit 0
}
xargs -0 -x find . <"$job/find" 2>"$job/unlisted" 5>"$job/listed"
found=$?
# of each directory that it cannot read, find tells the name
unread=$(grep -c "^find: [\`']" "$job/unlisted")
others=$(grep -c "^find: [^\`']" "$job/unlisted")
case $found,$unread,$others in
  0,*,0 | 123,[1-9]*,0) ;;
  *)
    cat "$job/unlisted" >&2
    exit 1
    ;;
esac
listed=$(wc -c <"$job/listed") || exit
printf '\0end %s %s\n' "$listed" "$unread"
exit
}
