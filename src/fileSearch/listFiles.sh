#!/bin/sh
# Lists the files of a directory. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie `directories`,
# the directory with a NUL after it, and `find`, arguments of find, each with one: no name is ever read by a shell. The output is the paths of
# files, relative to the directory, each with a NUL after it; then a NUL, and "end D", D being the number of directories that could not be read.

{
set -u
LC_ALL=C
export LC_ALL

if [ "${1-}" = in ]; then
  # the runner calls this file by its whole path
  cd "$2" && exec xargs -0 -x find . <"${0%/*}/find"
  echo 'find: no directory' >&2
  exit 0
fi

exec 3>&1
directories=$(xargs -0 -n 1 sh "$0" in <directories 2>&1 >&3 | grep -c '^find: ')
printf '\0end %s\n' "$directories"
exit 0
}
