# Does a part of what `unpack.sh` is asked, as the owner of this directory: sh -c THIS sh ARCHIVE TASK STAGE MOST LARGEST. What it reads
# comes at 3, 4 and 5, and what proves it goes to `unpack.sh`, which keeps that: what this user writes, other programs of the user can change.
# It ends with 3 once it has said why it gives up. TASK is
#
#   look      says what is in the archive and below the directory
#   prepare   unpacks into the stage: `shown`, `comes`, `replaces`
#   hash      writes the hashes of the files in the stage, as lines of sha256sum: `files`
#   staged    fails where one of these is not in the stage any more: `files`
#   note      writes the hashes of the files that are replaced, as two records each: `replaced`
#   check     looks once more whether only the files that were shown are replaced, as they were shown: `directories`, `files`
#   move      puts all in place: `directories`, `files`, and what `note` has written
#   keep      keeps what is replaced and was changed meanwhile in the stage, and says that: what `note` has written
#   regular   writes which of these are files, and no links: `files`
#   prove     writes the hashes of these files, as lines of sha256sum: what `regular` has written
#   directories   writes which of these are directories, and no links: `directories`
#   tidy      removes the stage
set -u
LC_ALL=C
export LC_ALL
umask 022
archive=./$1 task=$2 stage=$3 most=$4 largest=$5

say() { printf '%s\0' "$*"; }

free_here() {
  said=$(df -Pk .) || return
  # the last line
  set -- ${said##*
}
  echo "$(($4 * 1024))"
}

tidy() {
  case $stage in
    .server-panel-*) rm -rf "./$stage" ;;
  esac
}

give_up() {
  # what cannot be written into a stage that somebody has removed says nothing about the disk
  case $1 in
    noSpace) [ -d "./$stage" ] || set -- changed ;;
  esac
  tidy
  say "end $*"
  exit 3
}

# a link in the place of either is another one
identities() {
  place=$(stat -c '%d:%i %u:%g' .) && file=$(stat -c '%F %s %Y %d:%i' "$archive") && hash=$(sha256sum <"$archive") &&
    printf '%s|%s|%s\n' "$place" "$file" "${hash%% *}"
}

is_as_shown() {
  now=$(identities) && [ "$now" = "$(cat "$stage/shown")" ]
}

# fails where find does, and not where a directory cannot be read
list_below() {
  find . -mindepth 1 -path "./$stage" -prune -o -mindepth 1 -printf '%y %s %T@ %P\0' 2>/dev/null
  [ $? -le 1 ]
}

# writes what only the first of two sorted lists has
only_in() { sort -z "$1" "$2" "$2" >"$stage/merged" && uniq -zu "$stage/merged"; }

# whether nobody but root can put anything into these directories, which are named in a file
are_roots() {
  xargs -0 -r stat -c '%u:%g %a' -- <"$1" >"$stage/owners" && awk '
    { group = int($2 / 10) % 10; others = $2 % 10 }
    $1 !~ /^0:/ || group % 4 > 1 || others % 4 > 1 { bad = 1 }
    END { exit bad }' "$stage/owners"
}

is_zip() {
  case $archive in
    *.[zZ][iI][pP]) ;;
    *) return 1 ;;
  esac
}

if [ "$task" = tidy ]; then
  tidy
  say 'end tidy'
  exit
fi
if [ "$task" = hash ]; then
  cd "$stage/new" && exec xargs -0 -r sha256sum -- <&3
  exit
fi
if [ "$task" = staged ]; then
  cd "$stage/new" && xargs -0 -r sh -c '
    for path do
      [ -f "$path" ] || exit 255
    done' sh <&3
  exit
fi
if [ "$task" = prove ]; then
  # a file that is gone by now has no line, which tells enough
  xargs -0 -r sha256sum -- <&3 2>/dev/null
  exit 0
fi
if [ "$task" = note ]; then
  exec xargs -0 -r sh -c '
    for path do
      said=$(sha256sum <"$path") && printf "%s\0%s\0" "${said%% *}" "$path" || exit 255
    done' sh <&3
fi
if [ "$task" = check ]; then
  # links in the place of directories, and what is no directory
  xargs -0 -r sh -c '
    for path do
      [ -L "$path" ] || { [ -e "$path" ] && [ ! -d "$path" ]; } && exit 255
    done
    exit 0' sh <&3 2>/dev/null || give_up inTheWay
  # files of these paths are those that were shown, and no others
  xargs -0 -r sh -c '
    for path do
      { [ -e "$path" ] || [ -L "$path" ]; } && printf "%s\0" "$path"
    done
    exit 0' sh <&4 >"$stage/there" && sort -z "$stage/there" >"$stage/existing" &&
    sed -z 's,^f [0-9]* [^ ]* ,./,' "$stage/replaces" >"$stage/names" && sort -z "$stage/names" >"$stage/expected" || give_up noSpace
  cmp -s "$stage/existing" "$stage/expected" || give_up changed
  list_below >"$stage/below" && sort -z "$stage/below" >"$stage/there" && only_in "$stage/replaces" "$stage/there" >"$stage/gone" ||
    give_up noSpace
  [ ! -s "$stage/gone" ] || give_up changed
  exit
fi
if [ "$task" = directories ]; then
  exec xargs -0 -r sh -c '
    for path do
      [ ! -d "$path" ] || [ -L "$path" ] || printf "%s\0" "$path"
    done' sh <&3
fi
if [ "$task" = regular ]; then
  exec xargs -0 -r sh -c '
    for path do
      [ ! -f "$path" ] || [ -L "$path" ] || printf "%s\0" "$path"
    done' sh <&3
fi
if [ "$task" = move ]; then
  trap '' TERM
  # what cannot be moved is seen to be missing
  exec 2>/dev/null
  xargs -0 -r sh -c '
    stage=$1
    shift
    for path do
      # where there is none yet, the whole of it goes at once
      [ ! -d "$stage/new/$path" ] || [ -d "$path" ] || mv -T "$stage/new/$path" "$path"
    done' sh "$stage" <&3
  xargs -0 -r -n 1000 sh -c '
    stage=$1
    shift
    while [ $# -gt 1 ]; do
      hash=$1 path=$2 pin=$stage/old/$2
      shift 2
      # a second name keeps what somebody writes into the file from now on; a file that this user may not link is copied
      if ln -T "$path" "$pin"; then
        linked=1
      else
        linked=
        cp -pPT "$path" "$pin" || continue
      fi
      said=$(sha256sum <"$pin") && [ "${said%% *}" = "$hash" ] || continue
      [ -z "$linked" ] || [ "$pin" -ef "$path" ] || continue
      mv -fT "$stage/new/$path" "$path"
    done' sh "$stage" <&5
  exec xargs -0 -r sh -c '
    stage=$1
    shift
    for path do
      # a file that has come since is not replaced
      [ ! -e "$stage/new/$path" ] || [ -e "$path" ] || ln -T "$stage/new/$path" "$path"
    done' sh "$stage" <&4
fi
if [ "$task" = keep ]; then
  exec xargs -0 -r -n 1000 sh -c '
    stage=$1
    shift
    while [ $# -gt 1 ]; do
      hash=$1 path=$2 pin=$stage/old/$2
      shift 2
      [ -e "$pin" ] && [ ! "$pin" -ef "$path" ] || continue
      said=$(sha256sum <"$pin") && [ "${said%% *}" = "$hash" ] && continue
      mkdir -p "$stage/kept/${path%/*}" && mv -T "$pin" "$stage/kept/$path" && printf "kept %s\0" "${path#./}" || exit 255
    done
    exit 0' sh "$stage" <&3
fi
[ -f "$archive" ] && [ ! -L "$archive" ] || give_up notFound
[ -r "$archive" ] || give_up unreadable "$(id -un)"

if [ "$task" = look ]; then
  shown=$(identities) && free=$(free_here) || give_up failed
  say "shown $shown"
  say "free $free"
  list_below || give_up failed
  say '! 0'
  # the directory of a zip is read from afar
  is_zip || tar -tvf "$archive" --quoting-style=escape --numeric-owner
  exit
fi

mkdir -m 700 "./$stage" || {
  # whosever it is
  stage=-
  give_up notWritable "$(id -un)"
}
trap 'tidy; exit 143' TERM
cat <&3 >"$stage/shown" && sort -z <&4 >"$stage/comes" && sort -z <&5 >"$stage/replaces" || give_up noSpace
is_as_shown || give_up changed
if [ "$(id -u)" = 0 ]; then
  printf '.\0' >"$stage/through"
  sed -zn 's,^d 0 ,./,p' "$stage/comes" >"$stage/directories" &&
    xargs -0 -r sh -c 'for path do [ ! -d "$path" ] || printf "%s\0" "$path"; done' sh <"$stage/directories" >>"$stage/through" &&
    are_roots "$stage/through" || give_up unsafe
fi

mkdir "$stage/new" "$stage/old" && ln -s "../$archive" "$stage/archive.zip" || give_up noSpace
(
  # no file gets longer than what was shown of the longest
  ulimit -f "$largest" 2>/dev/null
  if is_zip; then
    # unzip reads the name of an archive as a pattern
    exec unzip -qq -o "$stage/archive.zip" -d "$stage/new" </dev/null
  fi
  exec tar -xf "$archive" -C "$stage/new" --no-same-owner --no-same-permissions
) >"$stage/said" 2>&1 &
unpacking=$!
while kill -0 "$unpacking" 2>/dev/null; do
  sleep 1
  used=$(du -sk "$stage/new" 2>/dev/null)
  used=${used%%[!0-9]*}
  [ -n "$used" ] && [ "$used" -le "$most" ] && continue
  kill "$unpacking"
  wait "$unpacking"
  [ -n "$used" ] || give_up failed du
  give_up tooLarge
done
wait "$unpacking"
code=$?
# unzip has only warned
if is_zip && [ "$code" = 1 ]; then code=0; fi
[ "$code" = 0 ] || give_up failed "$(printf '%.500s' "$(tail -n 3 "$stage/said")")"
is_as_shown || give_up changed

list_new() {
  (cd "$stage/new" && find . -mindepth 1 -type d -printf 'd 0 %P\0' -o -mindepth 1 -type f -printf 'f %s %P\0' -o -mindepth 1 -printf '%y - %P\0') >"$stage/listed" &&
    sort -z "$stage/listed"
}
# what was not shown is not put in place: links, and what is no file
list_new >"$stage/found" && only_in "$stage/found" "$stage/comes" >"$stage/unshown" &&
  sed -z 's,^[^ ]* [^ ]* ,./,' "$stage/unshown" >"$stage/names" && sort -zr "$stage/names" >"$stage/extra" &&
  (cd "$stage/new" && xargs -0 -r rm -rf -- <../extra) && list_new >"$stage/found" || give_up noSpace
cmp -s "$stage/found" "$stage/comes" || give_up other
# on a disk that is full, a file may be shorter than it should be, which has been seen by now
find "$stage/new" -type d -exec chmod u+rwx,go-w,a-s {} + && find "$stage/new" -type f -exec chmod u+rw,go-w,a-s {} + || give_up other
sed -z 's,^f [0-9]* [^ ]* ,old/,; s,/[^/]*$,,' "$stage/replaces" >"$stage/above" && (cd "$stage" && xargs -0 -r mkdir -p <above) || give_up noSpace
