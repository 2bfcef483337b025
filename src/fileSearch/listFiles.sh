#!/bin/sh
# Lists the files of a directory. Server Panel, an extension of VS Code, has the server run this file as a job. Beside it lie `find`,
# arguments of find, each with a NUL after it, and `each`, how many these are: no name is ever read by a shell. The output is the paths of
# files, relative to the directory, each with a NUL after it; then a NUL, and "end D", D being the number of directories that could not be read.

{
set -u
LC_ALL=C
export LC_ALL

if [ "${1-}" = list ]; then
  shift
  # find says nothing of it, as of all that is removed meanwhile
  [ -d "$2" ] || printf 'find: no directory\n' >&2
  exec find "$@"
fi

read -r each <each
exec 3>&1
directories=$(xargs -0 -r -x -n "$each" sh "$0" list <find 2>&1 >&3 | grep -c '^find: ')
printf '\0end %s\n' "$directories"
exit 0
}
