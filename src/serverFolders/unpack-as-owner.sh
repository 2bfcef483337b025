# Does a part of what `unpack.sh` is asked, as the owner of this directory: sh -c THIS sh ARCHIVE TASK STAGE INTO MOST LARGEST. What it reads
# comes at 3 and 4, and what proves it goes to `unpack.sh`, which keeps that: what this user writes, other programs of the user can change.
# It ends with 3 once it has said why it gives up. TASK is
#
#   look      says what is in the archive, and how much is free
#   prepare   unpacks into the stage: `shown`, `comes`
#   place     gives what is in the stage its name, where nothing has it
#   list      writes what is in the new directory, as records "f SIZE PATH", "d 0 PATH", and with another letter for what is neither
#   tidy      removes the stage
set -u
LC_ALL=C
export LC_ALL
umask 022
archive=./$1 task=$2 stage=$3 into=./$4 most=$5 largest=$6

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

list_in() {
  (cd -P "$1" && find . -mindepth 1 -type d -printf 'd 0 %P\0' -o -mindepth 1 -type f -printf 'f %s %P\0' -o -mindepth 1 -printf '%y - %P\0')
}

# writes what only the first of two sorted lists has
only_in() { sort -z "$1" "$2" "$2" >"$stage/merged" && uniq -zu "$stage/merged"; }

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
if [ "$task" = list ]; then
  # a link in its place is none of ours
  [ ! -L "$into" ] && list_in "$into"
  exit
fi
if [ "$task" = place ]; then
  trap '' TERM
  # whoever comes first has the name
  [ ! -e "$into" ] && [ ! -L "$into" ] && mkdir "$into" || give_up inTheWay
  # this replaces an empty directory alone
  mv -T "$stage/new" "$into"
  [ ! -d "$stage/new" ] || {
    rmdir "$into"
    give_up changed
  }
  exit
fi
[ -f "$archive" ] && [ ! -L "$archive" ] || give_up notFound
[ -r "$archive" ] || give_up unreadable "$(id -un)"

if [ "$task" = look ]; then
  shown=$(identities) && free=$(free_here) || give_up failed
  say "shown $shown"
  say "free $free"
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
cat <&3 >"$stage/shown" && sort -z <&4 >"$stage/comes" || give_up noSpace
is_as_shown || give_up changed
if [ "$(id -u)" = 0 ]; then
  # whoever else can change this directory could have root write elsewhere
  case $(stat -c %A .) in
    ?????w* | ????????w*) give_up unsafe ;;
  esac
fi

mkdir "$stage/new" && ln -s "../$archive" "$stage/archive.zip" || give_up noSpace
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
  list_in "$stage/new" >"$stage/listed" && sort -z "$stage/listed"
}
# what was not shown is not put in place: links, and what is no file
list_new >"$stage/found" && only_in "$stage/found" "$stage/comes" >"$stage/unshown" &&
  sed -z 's,^[^ ]* [^ ]* ,./,' "$stage/unshown" >"$stage/names" && sort -zr "$stage/names" >"$stage/extra" &&
  (cd "$stage/new" && xargs -0 -r rm -rf -- <../extra) && list_new >"$stage/found" || give_up noSpace
cmp -s "$stage/found" "$stage/comes" || give_up other
# on a disk that is full, a file may be shorter than it should be, which has been seen by now
find "$stage/new" -type d -exec chmod u+rwx,go-w,a-s {} + && find "$stage/new" -type f -exec chmod u+rw,go-w,a-s {} + || give_up other
