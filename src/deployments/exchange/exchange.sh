#!/bin/sh
# Puts the files of a deployment into a website, and takes them back. Server Panel, an extension of VS Code, uploads this file
# and has the panel run it:
#
#   sh DIRECTORY/RUN/exchange.sh VERB ID NONCE OWNER COUNT [STEP [SECONDS]]
#
# OWNER is the installation that asks, COUNT how many exchanges of each target are kept, STEP the directory of a step in `steps`, which has so
# many SECONDS.
#
# DIRECTORY belongs to one website. It is outside of every web root, on the website's file system, and root's alone:
#
#   lock               held by whoever works here, of whatever computer; free again when its last process is gone
#   holder             who that is: OWNER, RUN, VERB, and since when by the server's clock
#   unfinished         the id of the exchange that may have changed something and has not ended
#   remembered         the id of the release that the panel has the website serve after its next start: it stays
#   history-TARGET     the ids of the exchanges that a directory of the website has its files from, the last one first
#   ID/                an exchange; RUN is one, too, or has this script alone
#     files.tar.gz     what was uploaded: `about`, `list`, `record.json` and `new`. It is gone once it is unpacked
#     about            layout=2, root=, target= and, of an exchange, after=, a line each: the last exchange of the target that it was made for;
#                      hold= has the installation whose exchange waits, once it is made, until it is settled. Of a release,
#                      release= is its directory, from= the one whose files it has where they are the same, both below root=;
#                      served= is the directory of it that visitors see, before= the id of the release that they saw before it,
#                      remembered= the id of the one that the panel remembers, keep= how many are kept beside it, and configuration= the
#                      file of the web server that names what is served
#     list             what to do, one record for each NUL
#     record.json      whose and what it is, for people: nothing here reads it
#     new/SHELF/NAME   what comes
#     old/SHELF/NAME   what was there
#     new/N, old/N     the same of a directory
#     state            before, checking, untouched, forward, held, new, backward, mixed, old or left
#     looked           what `look` has found
#     told             what had been uploaded by then when somebody was told how the exchange has ended: it is too late to go back
#     trouble/N        why record N could not be done
#     kept/N           why record N was not taken back
#     listed           going back, each copy has to be what was there by the list
#     step.sh, job.sh  run a step
#     steps/STEP/      a command that runs before the exchange or after it, as a job; step.sh says what is in it
#     steps/digest     tells these steps from any others; it is `steps/done` if all have ended well when the exchange is settled
#     steps/changed    lines "N SHA1": files that were in place and that steps have changed
#     visited          visitors may have seen this release: where it goes back, its files stay for an hour, for requests that still run in it
#     accepted         records "N SHA1": edited since, to be taken back all the same; what was there is then edited/N
#
# A record is "N SHELF THERE COMES MODE PATH". SHELF is the number of the first record of a file in the same directory: what
# comes there, and what was there, lies beside each other under its own name, so that one program can put many files into place.
# THERE is what the preview showed, COMES what is to be there:
#
#   SHA1               a file
#   none               nothing
#   later              nothing by then: a record before it makes its place (THERE)
#   dir, dir:COUNT     a directory (COMES); one with so many entries, all of which are removed before it (THERE)
#   link:SHA1          a symbolic link, by the hash of what it says
#   shared             a symbolic link of a release to what has the same path in the website's root (COMES)
#
# What a symbolic link that comes says is a text in `new/SHELF/NAME`, from which the check makes it.
#
# A release is an exchange to a directory of its own, which nobody serves before it is whole. So it goes back by its removal, with
# whatever has been made in it. Who serves it is for whoever has this run: a release is served where the
# panel's own `.user.ini` is in it, which not every website has, or where the configuration names it.
#
# The directory itself is the journal. Each step is one rename or one link, which is there or is not, so what is done is seen
# from what lies where (`is_done`), and a kill at any point leaves nothing to guess. Going back is the same steps with `new` and
# `old` in each other's place.
#
# The last line of the output is "server-panel NONCE SHA1 RESULT". Nothing else is proof: an empty script ends with 0, too. All
# is between braces, which a shell reads to their end before it does anything: a script that was cut off does nothing.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

# What a server has to have, beside a POSIX shell.
TOOLS='cat chmod chown date du find flock gzip ln mkdir mv readlink rm rmdir sha1sum stat sync tar touch xargs'

# What it has to have beside these to run steps.
STEP_TOOLS='bash env getent grep id ls mkfifo runuser setsid sleep'

# What some programs write otherwise in a name.
line_feed='
'
carriage_return=$(printf '\r.')
carriage_return=${carriage_return%.}

# Gives a file all that another one has beside its content, its time and its other names: owner, mode, ACL, extended attributes,
# file capabilities, and its context where SELinux is on. It fails where one of them cannot be given, but for the context.
GIVE_ATTRIBUTES='cp --attributes-only --preserve=all --preserve=xattr --no-preserve=timestamps,links'

# How many files one program puts into place at most. Each has been looked at right before, so that more would make the moment longer
# in which nobody sees that somebody else puts another file there.
MOST_AT_ONCE=16

# How many files the lists of a way back take at most: one for each call of a program with records, and some for all.
FILES_RESERVED=100

# Where the kernel says what is mounted where.
MOUNTS=/proc/self/mountinfo

# The longest result that is printed; panels show only the end of a log.
MOST_PRINTED=2000

# --- small things -----------------------------------------------------------------------------------------------------------

is_there() { [ -e "$1" ] || [ -L "$1" ]; }

# Whether two names are of one file. `-ef` follows links, and so knows nothing of a link itself.
is_same() {
  if [ -L "$1" ]; then
    [ -L "$2" ] && one=$(readlink "$1" && echo .) && other=$(readlink "$2" && echo .) || {
      # what cannot be looked at is not said to be another one
      ! [ -L "$1" ] || ! [ -L "$2" ] || exit 255
      return 1
    }
    [ "$one" = "$other" ]
  else
    [ ! -L "$2" ] && [ "$1" -ef "$2" ]
  fi
}

# Hashes what a link says into `says`.
hash_link() {
  said=$(readlink -n "$1" && echo .) && says=$(printf %s "${said%.}" | sha1sum) && says=${says%% *}
}

# Counts the entries of a directory into `count`, but for what a check tries there.
count_in() {
  count=0
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    ! is_there "$entry" || [ "${entry##*/}" = "$trial" ] || count=$((count + 1))
  done
}

is_empty() {
  count_in "$1"
  [ "$count" = 0 ]
}

# Writes a line. A file is never there with half its content: it is renamed into place.
write() {
  printf '%s\n' "$2" >"$1.part" && mv -f -T "$1.part" "$1" || {
    # nothing of it is left where the disk is full
    rm -f "$1.part"
    return 1
  }
}

# Adds to a list. With a full disk the step is the last, so that no list is ever taken for whole that is not.
add_item() { printf '%s\0' "$2" >>"$1" || exit 255; }

# Adds where the record's file lies, and beside that its number, with its hash where that is to be compared.
add_copy() { # list [sha1]
  add_item "$1" "$copy"
  printf '%s\n' "$number ${2-}" >>"$1.numbers" || exit 255
}

add_sum() { # list, sha1
  case $2 in
    *[!0-9a-f]*) exit 255 ;;
  esac
  [ "${#2}" = 40 ] || exit 255
  add_copy "$1" "$2"
  printf '%s\n' "$2  $copy" >>"$1.expected" || exit 255
}

# Reads the first line of a file into `line`; nothing where there is none.
line_of() {
  line=
  [ ! -f "$1" ] || IFS= read -r line <"$1"
  return 0
}

# Whether it is an id: a word that means nothing to a shell, and no path.
is_word() {
  case $1 in
    '' | -* | *[!0-9A-Za-z-]*) return 1 ;;
  esac
}

is_number() {
  case $1 in
    '' | *[!0-9]*) return 1 ;;
  esac
}

# Whether it is a file itself: a link may lead to one, and to read a pipe would never end.
is_file() { [ -f "$1" ] && [ ! -L "$1" ]; }

# Whether a record's word is of a symbolic link.
is_link() {
  case $1 in
    link:*) ;;
    *) return 1 ;;
  esac
}

is_directory() { [ -d "$1" ] && [ ! -L "$1" ]; }

set_state() { write "$work/state" "$1"; }

# --- the records ------------------------------------------------------------------------------------------------------------

# Takes a step for each record of a list. xargs splits between records, never inside, and hands them over as they are: no sign
# in a name means anything to a shell. A step that exits with 255 is the last.
each() { xargs -0 -r sh "$script" --each "$1" <"$2"; }

# The side of `each` that has the records.
each_record() {
  step=$1
  shift
  tried= in_batch=0 batch=
  for record in "$@"; do
    read_record "$record"
    case $step in
      check | recheck | step) gather ;;
      *) "each_$step" ;;
    esac
  done
  take_batch
  # what cannot be done has been noted, or has ended this process with 255
  return 0
}

read_record() {
  whole=$1 rest=$1
  number=${rest%% *} rest=${rest#* }
  shelf=${rest%% *} rest=${rest#* }
  there=${rest%% *} rest=${rest#* }
  comes=${rest%% *} rest=${rest#* }
  mode=${rest%% *} path=${rest#* }
  kind_of_step
  case $kind in
    make | unmake) copy=$number ;;
    *) copy=$shelf/${path##*/} ;;
  esac
  come=$come_dir/$copy gone=$gone_dir/$copy
}

# Has records wait that are of one directory and of one kind, and takes their step together.
gather() {
  own_batch="$shelf $kind"
  [ "$own_batch" = "$batch" ] && [ "$in_batch" -lt "$MOST_AT_ONCE" ] || {
    take_batch
    read_record "$record"
  }
  batch=$own_batch
  in_batch=$((in_batch + 1))
  eval "record_$in_batch=\$record number_$in_batch=\$number come_$in_batch=\$come gone_$in_batch=\$gone name_$in_batch=./\${path##*/}"
}

take_batch() {
  [ "$in_batch" -lt 2 ] || go_ahead
  turn=0
  while [ "$turn" -lt "$in_batch" ]; do
    turn=$((turn + 1))
    eval "read_record \"\$record_$turn\""
    "each_$step"
  done
  in_batch=0
}

# Does for a batch what one program can do at once. It decides nothing: it looks at each file as the step of its record does, which comes
# afterwards all the same. What is done is seen from what lies where, and what is not the step does, or says why it cannot.
go_ahead() {
  read_record "$record_1"
  case $step:$kind in
    *:make | *:unmake) return ;;
    step:add) program=ln into=./ ;;
    step:replace) program='mv -f' into=./ ;;
    step:remove) program='mv -f' into=$come_dir/$shelf/ ;;
    *:add) return ;;
    *) program=ln into=$gone_dir/$shelf/ ;;
  esac
  enter
  [ -z "$entered" ] || return
  turn=0 words=
  while [ "$turn" -lt "$in_batch" ]; do
    turn=$((turn + 1))
    eval "number=\$number_$turn come=\$come_$turn gone=\$gone_$turn name=\$name_$turn"
    if [ ! -e "$notes/$number" ] && can_go_ahead; then
      eval "word_$turn=\$word"
      words="$words \"\$word_$turn\""
    elif [ "$step" = step ] && [ "$way" = forward ] && ! is_done; then
      # nothing is begun after one that cannot be done
      break
    fi
  done
  [ -z "$words" ] || eval "$program $words \"\$into\""
}

# Whether a record's step can be taken now, by a program that is given `word`. It is quick, for somebody may put another file there meanwhile;
# a link would be looked at by programs.
can_go_ahead() {
  word=$name
  case $step:$kind in
    step:add)
      word=$come
      is_there "$come" && ! is_there "$name"
      ;;
    step:replace)
      word=$come
      [ -e "$come" ] && [ ! -L "$name" ] && [ ! -L "$gone" ] && [ "$name" -ef "$gone" ]
      ;;
    step:remove) [ ! -e "$come" ] && [ ! -L "$name" ] && [ ! -L "$gone" ] && [ "$name" -ef "$gone" ] ;;
    *) is_file "$name" && ! is_there "$gone" && ! is_done ;;
  esac
}

# What a record does, by what it expects and what it brings.
kind_of_step() {
  if [ "$way" = forward ]; then expects=$there brings=$comes; else expects=$comes brings=$there; fi
  case $expects:$brings in
    none:dir* | later:dir*) kind=make ;;
    none:* | later:*) kind=add ;;
    dir*:none | dir*:later) kind=unmake ;;
    *:none | *:later) kind=remove ;;
    *) kind=replace ;;
  esac
}

# Prints the records of a part of a list, the last first. xargs makes parts as long as it likes, so each part is a file, and the
# names of these go down, too.
print_reversed() {
  line_of "$work/parts/next"
  part=$((line - 1))
  write "$work/parts/next" "$part" || exit 255
  at=$#
  while [ "$at" -gt 0 ]; do
    eval "add_item \"\$work/parts/\$part\" \"\${$at}\""
    at=$((at - 1))
  done
}

# Notes why a record cannot be done.
note() { printf '%s\n' "$1" >"$notes/$number" || exit 255; }

# Notes it, and forward nothing more is begun; on the way back all others still go back.
stop() {
  note "$1"
  [ "$way" = backward ] || exit 255
}

# Goes to the record's directory, where its name means that directory alone, whatever is renamed meanwhile: root must not follow
# a link that somebody puts into the way. `entered` is empty if it is there, or says why not.
enter() {
  name=./${path##*/}
  case $path in
    */*) parent=$root/${path%/*} ;;
    *) parent=$root ;;
  esac
  entered=
  cd -P "$parent" 2>/dev/null || {
    entered=gone
    return
  }
  [ "$PWD" = "$parent" ] || entered=link
}

# Whether a step has been taken, seen from what lies where. `enter` comes before.
is_done() {
  case $kind in
    make | replace) ! is_there "$come" && ! is_lost ;;
    add)
      if ! is_there "$come"; then
        return 1
      elif [ -z "$entered" ]; then
        is_same "$name" "$come"
      else
        # somebody has moved its directory away
        is_elsewhere "$come"
      fi
      ;;
    # what is removed is renamed into the place of what comes, for nothing does
    remove) is_there "$come" ;;
    unmake) is_there "$gone" ;;
  esac
}

# Whether what is to come is not there, and has not come either: somebody has tidied the copies up. What has been replaced is no
# longer the file that was pinned for it.
is_lost() {
  ! is_there "$come" || return 1
  case $kind in
    add) ;;
    make) [ -n "$entered" ] || ! is_directory "$name" ;;
    replace) ! is_there "$gone" || { [ -z "$entered" ] && is_same "$name" "$gone"; } ;;
    *) return 1 ;;
  esac
}

# --- the check --------------------------------------------------------------------------------------------------------------

# Looks whether all is as the preview showed, and makes the copies: a hard link each, so that a file that cannot be replaced (a
# mount, `chattr +i`) is found before anything has changed, and somebody who writes into the file writes into its copy.
each_check() {
  case $comes in
    none) ;;
    dir) mkdir "$come" || note space ;;
    shared) make_shared || note space ;;
    link:*) make_link || note archive ;;
    *) if [ -z "$from" ] || is_there "$come"; then add_sum "$work/sums.new" "$comes"; else take_over; fi ;;
  esac
  case $kind:$comes in
    # its owner and mode are those of what it leads to
    add:shared) ;;
    add:* | make:*) is_new ;;
  esac
  [ "$there" != later ] || return
  enter
  if [ -n "$entered" ]; then
    note "$entered"
  elif ! can_change_here; then
    note locked
  else
    check_there
  fi
}

# Makes the link of a release to what all releases share.
make_shared() {
  up= below=$path
  while [ "$below" != "${below#*/}" ]; do
    up=../$up below=${below#*/}
  done
  ln -s "$up${path#"$release"/}" "$come"
}

# Makes the link that comes from what it is to say, whole or not at all.
make_link() {
  [ ! -L "$come" ] || return 0
  said=$(cat "$come" && echo .) && says=$(sha1sum <"$come") && [ "${says%% *}" = "${comes#link:}" ] &&
    ln -s -f -- "${said%.}" "$come_dir/link" && mv -f -T "$come_dir/link" "$come"
}

# Copies a file that is the same in another release, whatever it is there by now: the copy is compared. Nothing that is no file is read. The
# copy is looked at, too: whoever owns the website may put a link there meanwhile, and what comes is given to them.
take_over() {
  add_sum "$work/sums.from" "$comes"
  was=$root/$from/${path#"$release"/}
  cd -P "${was%/*}" 2>/dev/null && [ "$PWD" = "${was%/*}" ] && is_file "./${was##*/}" &&
    cp -R -P --reflink=auto --preserve=timestamps "./${was##*/}" "$come" && is_file "$come" || note changed
}

# Has what comes get the website's owner and the mode of its record, which a link has not.
is_new() {
  is_link "$comes" || add_item "$work/mode.$mode" "$copy"
  add_item "$work/added" "$copy"
}

check_there() {
  case $there in
    none)
      if [ "$comes" = dir ] && [ -d "$name" ] && [ ! -L "$name" ]; then
        # somebody has made the directory meanwhile: it is theirs
        note there
      elif is_there "$name"; then
        note appeared
      fi
      ;;
    dir:*)
      if [ ! -d "$name" ] || [ -L "$name" ]; then
        note changed
        return
      fi
      count_in "$name"
      [ "$count" = "${there#dir:}" ] || note filled
      ;;
    link:*)
      [ -L "$name" ] && hash_link "$name" && [ "$says" = "${there#link:}" ] || {
        note changed
        return
      }
      ln -T "$name" "$gone" || note locked
      [ "$kind" != replace ] || is_new
      ;;
    *)
      if ! is_file "$name"; then
        note changed
      elif ! pin; then
        note locked
      elif ! is_file "$gone"; then
        note changed
      else
        add_sum "$work/sums.old" "$there"
        [ "$kind" != replace ] || if is_link "$comes"; then is_new; else add_copy "$work/replaced"; fi
      fi
      ;;
  esac
}

# Gives what is there a second name of ours, by which it is compared and kept, whatever comes to its place.
pin() {
  ! is_same "$name" "$gone" || return 0
  ! is_there "$gone" || rm -f "$gone"
  ln -T "$name" "$gone"
}

# Whether names can be made in this directory, by doing so: it may be a mount, or locked.
can_change_here() {
  case "$tried//" in
    *"//$parent//"*) return 0 ;;
  esac
  # with `chattr +a` they could be made and not removed
  if [ -n "$has_attributes" ]; then
    attributes=$(lsattr -d . 2>/dev/null)
    case ${attributes%% *} in
      *[ai]*) return 1 ;;
    esac
  fi
  is_same "./$trial" "$work/trial" || ln -T "$work/trial" "./$trial" || return 1
  add_item "$work/trials" "./${parent#"$root"}/$trial"
  tried=$tried//$parent
}

# Looks whether any directory has attributes of which each has to be asked before a name is made there.
find_attributes() {
  has_attributes=
  export has_attributes
  command -v lsattr >/dev/null || return 0
  printf '' >"$work/parents" && each parent "$work/list" || return
  (cd "$root" && xargs -0 -r lsattr -d <"$work/parents" 2>/dev/null) >"$work/attributes"
  # a name with line breaks may look like attributes, and they never like a part of a name
  while read -r attributes _; do
    case $attributes in
      *[ai]*) has_attributes=yes ;;
    esac
  done <"$work/attributes"
}

each_parent() {
  enter
  [ -n "$entered" ] || [ "$parent" = "${listed-}" ] || add_item "$work/parents" "./${parent#"$root"}"
  listed=$parent
}

# Removes the names that were made, and notes where that cannot be done. They are ours alone, wherever a link in the way leads.
remove_trials() {
  [ ! -e "$work/trials" ] || (cd "$root" && xargs -0 rm -f <"$work/trials") || each tried "$work/list"
}

each_tried() {
  enter
  [ -n "$entered" ] || ! is_there "./$trial" || note locked
}

# Removes what a kill before that leaves.
each_sweep() {
  enter
  [ -n "$entered" ] || ! is_there "./$trial" || rm -f "./$trial"
}

# Compares files with the hashes of a list, and notes those that differ. Fails unless there was an answer for each.
compare() { # directory, list, reason
  [ -e "$work/$2" ] || return 0
  if says=$(cd "$1" && xargs -0 sha1sum <"$work/$2"); then
    expected=$(cat "$work/$2.expected" && echo .) || return
    [ "$says$line_feed." != "$expected" ] || return 0
    printf '%s\n' "$says" >"$work/hashed" || return
  else
    # it leaves out what it cannot read
    (cd "$1" && xargs -0 sh "$script" --hash <"$work/$2") >"$work/hashed" || return
  fi
  exec 3<"$work/hashed"
  while read -r number sum; do
    read -r says _ <&3 || return
    # before a name that it writes otherwise there is a backslash
    [ "${says#\\}" = "$sum" ] || [ -e "$notes/$number" ] || note "$3"
  done <"$work/$2.numbers"
  exec 3<&-
}

# Prints the hashes of files, a line each.
print_hashes() {
  for file in "$@"; do
    says=$(sha1sum <"$file") || says=unreadable
    printf '%s\n' "${says%% *}" || exit 255
  done
}

# Prints the owner and the mode of the files of a list, a line each.
print_access() { # directory, list
  [ ! -e "$2" ] || (cd "$1" && xargs -0 -r stat -c '%u:%g:%a' <"$2")
}

# Notes files that no longer have the owner and the mode that they had.
compare_access() { # directory, list, what was printed of it
  [ -e "$3" ] || return 0
  print_access "$1" "$2" >"$work/access.now" || return
  exec 3<"$3" 4<"$work/access.now"
  while read -r number _; do
    read -r access <&3 && read -r access_now <&4 || return
    [ "$access" = "$access_now" ] || [ -e "$notes/$number" ] || note edited
  done <"$2.numbers"
  exec 3<&- 4<&-
}

# Has what goes back keep the owner and the mode that somebody has given since to what was in its place. Steps may change them, too, and
# what these have changed goes back.
keep_access() {
  [ -e "$work/access.back" ] && [ ! -e "$work/steps" ] || return 0
  access=$(print_access "$work/old" "$work/access.back") && access_now=$(print_access "$work/new" "$work/access.back") &&
    [ "$access" = "$access_now" ] && return
  each given "$work/back" && give_all "$work/new" "$work/old" "$work/access.given"
}

each_given() {
  [ "$kind" != replace ] || [ -e "$notes/$number" ] || ! is_file "$come" || ! is_file "$gone" || add_item "$work/access.given" "$copy"
}

# Gives the files of a list in one directory the attributes of those in another one.
give_all() ( # from, to, list
  [ -e "$3" ] || exit 0
  cd "$1" && xargs -0 $GIVE_ATTRIBUTES --parents -t "$2" <"$3"
)

# Gives what comes the attributes of what it replaces. What is new gets the website's owner and the mode of its record.
give_access() (
  cd "$work/new" || exit 1
  if [ -e "$work/added" ]; then
    owner=$(stat -L -c '%u:%g' "$root") && xargs -0 chown -h "$owner" <"$work/added" || exit 1
    # after the owner, whose change takes setuid bits away
    for group in "$work"/mode.*; do
      [ -e "$group" ] || continue
      xargs -0 chmod "${group##*/mode.}" <"$group" || exit 1
    done
  fi
  [ ! -e "$work/replaced" ] || give_attributes
)

give_attributes() {
  # before they are given: who changes them meanwhile is found out afterwards
  print_access "$work/old" "$work/replaced" >"$work/access.old" || return 1
  give_all "$work/old" "$work/new" "$work/replaced" || each attributes "$work/list"
}

# Finds out which file's attributes cannot be given.
each_attributes() {
  [ "$kind" = replace ] && is_file "$gone" && ! is_link "$comes" || return
  $GIVE_ATTRIBUTES "$gone" "$come" || note attributes
}

# Whether anything stands in the way. A directory that is there already does not.
has_trouble() {
  for each_note in "$notes"/*; do
    line_of "$each_note"
    [ -z "$line" ] || [ "$line" = there ] || return 0
  done
  return 1
}

# Finds out all that can be known before anything is changed. Where it fails, the reason is in `why` or at the records.
check() {
  why=
  rm -rf "$notes"
  # going back needs space for its lists, also where the disk is full by then
  mkdir -p "$notes" && make_shelves "$work/list" && printf '' >"$work/trial" &&
    mkdir -p "$work/reserve" && cat "$work/list" "$work/list" "$work/list" "$work/list" "$work/list" "$script" >"$work/reserve/blocks" &&
    reserve_files || {
    why=space
    return 1
  }
  find_attributes && each check "$work/list" || why=list
  remove_trials || why=list
  compare "$work/old" sums.old changed || why=compare
  [ -z "$why" ] && ! has_trouble || return 1
  give_access || why=access
  # last, so that this is what comes to its place
  compare "$work/new" sums.new archive && compare "$work/new" sums.from changed || why=compare
  [ -z "$why" ] && ! has_trouble
}

# Makes the directories that the copies of a list have.
make_shelves() {
  rm -f "$work/shelves"
  mkdir -p "$work/old" "$work/new" && printf '' >"$work/shelves" && each shelf "$1" && (cd "$work" && xargs -0 -r mkdir -p <shelves)
}

each_shelf() {
  case $kind:$shelf in
    make:* | unmake:* | *:"${made-}") return ;;
  esac
  made=$shelf
  printf '%s\0' "old/$shelf" "new/$shelf" >>"$work/shelves" || exit 255
}

# Going back needs files, too, and a file system has only so many.
reserve_files() {
  reserved=0
  while [ "$reserved" -lt "$FILES_RESERVED" ]; do
    printf '' >"$work/reserve/$reserved" || return
    reserved=$((reserved + 1))
  done
}

# Leaves nothing of a check: no second names of the website's files, and no trial in a directory.
forget_check() {
  each sweep "$work/list"
  rm -rf "$work/old" "$work/new"
  forget_lists
}

# Removes what a check has written for itself.
forget_lists() {
  (cd "$work" && rm -rf looked trial trials parents attributes reserve added replaced replaced.numbers shelves hashed access.* sums.* mode.*)
}

# --- the steps --------------------------------------------------------------------------------------------------------------

# Takes one step. Each looks, right before, whether what is there still is the file that was compared.
each_step() {
  [ ! -e "$notes/$number" ] || return
  enter
  if ! is_done; then
    if is_lost; then
      stop lost
      return
    elif [ -n "$entered" ]; then
      stop "$entered"
      return
    fi
    "take_$kind"
  fi
  # also of a removal that was cut
  if [ "$kind" = remove ] && is_other; then
    put_back
    stop edited
  fi
}

# A rename would replace an empty directory, so the program that renames looks, too: one that appears meanwhile is somebody's.
take_make() {
  if is_there "$name"; then
    stop appeared
    return
  fi
  mv -n -T "$come" "$name" && ! is_there "$come" || if is_there "$name"; then stop appeared; else stop failed; fi
}

# A link is refused where something is: nothing that appears meanwhile is replaced.
take_add() {
  ln -T "$come" "$name" || if is_there "$name"; then stop appeared; else stop failed; fi
}

take_replace() {
  if is_same "$name" "$gone"; then
    mv -f -T "$come" "$name" || stop failed
  else
    stop edited
  fi
}

take_remove() {
  if is_same "$name" "$gone"; then
    # somebody may have tidied its directory up
    mv -f -T "$name" "$come" || { mkdir -p "$come_dir/$shelf" && mv -f -T "$name" "$come"; } || stop failed
  elif is_there "$name" || [ "$way" = forward ]; then
    stop edited
  elif is_elsewhere "$gone"; then
    stop gone
  fi
}

take_unmake() {
  if ! is_there "$name"; then
    # somebody has removed it
    [ "$way" = backward ] || stop gone
  elif ! is_empty "$name"; then
    stop filled
  elif ! mv -f -T "$name" "$gone"; then
    stop failed
  elif ! is_empty "$gone"; then
    mv -f -T "$gone" "$name"
    stop filled
  fi
}

# Whether what was removed is not what was compared: somebody has replaced the file in between.
is_other() { is_there "$come" && is_there "$gone" && ! is_same "$come" "$gone"; }

# Puts that back.
put_back() { [ -z "$entered" ] && ln -T "$come" "$name" && rm -f "$come"; }

# --- forward ----------------------------------------------------------------------------------------------------------------

direction() {
  way=$1
  if [ "$way" = forward ]; then
    come_dir=$work/new gone_dir=$work/old notes=$work/trouble
  else
    come_dir=$work/old gone_dir=$work/new notes=$work/kept
  fi
  export way come_dir gone_dir notes
}

refuse_unfinished() {
  line_of "$site/unfinished"
  [ -z "$line" ] || [ "$line" = "$id" ] || finish unfinished "$line"
}

# Ends an exchange that has changed nothing.
abandon() {
  forget_check
  # where there is no space for that, it has no end and is removed hours later
  set_state untouched
  rm -f "$site/unfinished"
  finish untouched "$1"
}

# Notes that an exchange has begun, where nobody's exchange waits for its end. To unpack may take long, and whoever looks meanwhile
# must not say that it has not begun.
begin_exchange() {
  refuse_unfinished
  line_of "$work/state"
  case $line in
    '' | before) ;;
    *) finish used ;;
  esac
  write "$site/unfinished" "$id" || finish untouched space
}

# Ends the run where an exchange was cut off before it was unpacked: then there may be nothing that says what it is about.
recover_unbegun() {
  is_unbegun || return 0
  forbid_late
  is_unfinished
  rm -f "$site/unfinished"
  finish untouched cut
}

# Whether nothing of an exchange has been done. Its state may have been tidied up.
is_unbegun() {
  line_of "$work/state"
  [ -z "$line" ] && [ ! -d "$work/old" ]
}

# Takes that back, unless a step before it has begun.
withdraw() {
  line_of "$work/state"
  [ -n "$line" ] || rm -f "$site/unfinished"
}

# Ends the run of one that cannot be unpacked, or whose website is not there.
refuse() {
  [ "$verb" != exchange ] || withdraw
  finish untouched "$1"
}

verb_exchange() {
  # what it leaves as it is was compared before: another exchange in between would make a mixture
  line_of "$site/history-$target"
  [ "$after" = any ] || [ "$after" = "${line%% *}" ] || {
    latest=${line%% *}
    withdraw
    finish superseded "$latest"
  }
  direction forward
  # from here on, a kill may leave second names of the website's files
  set_state checking || abandon space
  check || abandon "$why"
  # what a power cut leaves has to be whole: first the files, then that it has begun
  sync -f "$work" 2>/dev/null || sync
  set_state forward || abandon space
  each step "$work/list" || why=step
  # whoever wrote into a file after it was compared wrote into its copy
  compare "$work/old" sums.old edited &&
    compare_access "$work/old" "$work/replaced" "$work/access.old" || why=compare
  [ -z "$why" ] && ! has_trouble || go_back done
  if [ -n "$held_for" ]; then
    set_state held || go_back done
    finish held
  fi
  set_state new || go_back done
  end_forward
}

# Lets an exchange count that was held.
verb_settle() {
  refuse_living
  is_unfinished
  refuse_running
  line_of "$work/state"
  case $line in
    new) ;;
    held)
      note_done
      set_state new || finish held
      ;;
    *) finish used "$line" ;;
  esac
  direction forward
  recover_new
}

# Says whether an exchange is held, and nobody is about to end it.
verb_ask() {
  refuse_living
  is_unfinished
  refuse_running
  line_of "$work/state"
  [ "$line" = held ] || finish used "$line"
  finish held
}

end_forward() {
  line_of "$site/history-$target"
  case "$line " in
    "$id "*) ;;
    *)
      after_release
      # all is in place, and does not count yet
      write "$site/history-$target" "$id${line:+ $line}" || finish held
      ;;
  esac
  # second names of the website's files do not stay: where they cannot be removed, the next one tries again
  rm -rf "$work/new" && forget_lists && rm -f "$site/unfinished"
  # the one that is served, and as many as it keeps: before it counts, none of the others has to go
  [ -z "$kept" ] || releases_kept=$((kept + 1))
  [ -z "$release" ] || remember
  clean "$id $run"
  finish new
}

# Notes which release the panel remembers. Its directory stays, in whatever history that is.
remember() {
  if [ -n "$remembered" ]; then
    write "$site/remembered" "$remembered" || finish held
  else
    rm -f "$site/remembered"
  fi
}

# Puts the release that was served before this one at the head of the history in `line`: it may be an older one.
after_release() {
  case " $line " in
    *" $before "*) ;;
    *) return ;;
  esac
  ids=$before
  for each_id in $line; do
    [ "$each_id" = "$before" ] || ids="$ids $each_id"
  done
  line=$ids
}

# --- back -------------------------------------------------------------------------------------------------------------------

# Takes down the records whose step has been taken.
each_done() {
  ! is_of_release || return 0
  enter
  is_done || { [ "$kind" = add ] && is_elsewhere "$come"; } || is_taken_over || return
  [ "$kind" = remove ] && is_other && put_back && return
  add_item "$work/taken" "$whole"
}

# Whether a file of ours has another name somewhere: somebody may have moved the directory away that it came into, and made it anew.
is_elsewhere() { is_there "$1" && [ "$(stat -c %h "$1")" != 1 ]; }

# Whether somebody else's file is where something new was to be, and nothing has told of it yet. The way back keeps it, and names it.
is_taken_over() {
  [ "$kind" = add ] && [ -z "$entered" ] && is_there "$name" || return
  # the directory that was to make its place may still be there
  [ "$there" = none ] || [ ! -d "$name" ] || return
  # what a run that was cut off has noted, nobody was told
  [ "$verb" = recover ] || [ ! -e "$notes/$number" ]
}

# Takes down all records but those whose directory was there already.
each_all() { is_of_release || [ -e "$notes/$number" ] || add_item "$work/taken" "$whole"; }

# Whether a record is of the release itself, which goes as a whole.
is_of_release() {
  [ -n "$release" ] || return 1
  case $path/ in
    "${release%/*}/" | "$release"/*) ;;
    *) return 1 ;;
  esac
}

# Whether a release is served: the panel moves its file there, or the web server's configuration names it.
is_served() { is_there "$root/$release${served:+/$served}/.user.ini" || is_configured; }

# Whether a line of the configuration has the release in it, which no other path has for a part.
is_configured() {
  is_file "$configuration" || return 1
  while IFS= read -r said || [ -n "$said" ]; do
    case $said in
      *"/$release"[!0-9A-Za-z-]*) return 0 ;;
    esac
  done <"$configuration"
  return 1
}

# Whether something is mounted in a directory, which has its real path. Where that is not known it may be.
has_mount() {
  [ -r "$MOUNTS" ] || return 0
  while read -r _ _ _ _ mount _; do
    ! is_in "$1" || return 0
  done <"$MOUNTS"
  return 1
}

# Whether a mount is at a path or below it. The kernel writes blanks and the like as \040.
is_in() {
  case $mount in
    *\\*)
      escaped=
      while [ "$mount" != "${mount#*\\}" ]; do
        escaped=$escaped${mount%%\\*}'\0' mount=${mount#*\\}
      done
      mount=$(printf '%b.' "$escaped$mount")
      mount=${mount%.}
      ;;
  esac
  case $mount/ in
    "$1"/*) ;;
    *) return 1 ;;
  esac
}

# Removes a directory with all that is in it, and nothing that is mounted there.
remove_directory() {
  if is_directory "$1" && has_mount "$(cd -P "$1" && echo "$PWD")"; then return 1; fi
  rm -rf "$1"
}

# Notes where something is mounted in a release.
each_mounts() {
  [ "$comes" = dir ] || return
  case $path in
    "$release" | "$release"/*) ! has_mount "$root/$path" || note locked ;;
  esac
}

# Removes a release with all that has been made in it. Whoever owns the website's root may put a link into the way: root follows none.
remove_release() {
  releases=$root/${release%/*}
  cd -P "$releases" 2>/dev/null || return 0
  [ "$PWD" = "$releases" ] && ! has_mount "$root/$release" && rm -rf "./${release#*/}" || return
  cd /
  ! is_empty "$releases" || rmdir "$releases"
}

# Takes back the records that a step takes down, the last first.
go_back() {
  [ -z "$release" ] || ! is_served || finish untouched served
  direction forward
  rm -rf "$work/reserve" "$work/parts" "$work/taken" "$work/listed"
  # of an exchange that has never been whole, whoever wrote into a file may have written into its copy
  [ "$1" = done ] || printf '' >"$work/listed" || end_unchanged
  mkdir -p "$work/parts" && write "$work/parts/next" 1000000 &&
    printf '' >"$work/parts/1000000" && printf '' >"$work/taken" &&
    each "$1" "$work/list" &&
    xargs -0 -r sh "$script" --reversed <"$work/taken" &&
    cat "$work"/parts/[0-9]* >"$work/back.part" &&
    mv -f -T "$work/back.part" "$work/back" &&
    set_state backward || end_unchanged
  resume_back
}

# Takes back what is in `back`, also after a cut. What was edited since is kept, and said.
resume_back() {
  direction backward
  rm -rf "$notes"
  rm -f "$work"/back.sums.* "$work"/access.*
  mkdir -p "$notes" && make_shelves "$work/back" &&
    each recheck "$work/back" &&
    compare "$work/old" back.sums.copies lost &&
    compare "$work/new" back.sums.todo edited &&
    keep_access &&
    each step "$work/back" &&
    # whoever wrote into a file after it was compared wrote into what is now in `new`: it goes back to its place
    compare "$work/new" back.sums.todo late &&
    compare "$work/new" back.sums.done late &&
    each return "$work/back" || end_mixed stopped
  end_back
}

# Ends a way back that has not begun: what was there is still there.
end_unchanged() {
  line_of "$work/state"
  case $line in
    # some of it may have been done
    forward) finish mixed stopped ;;
    new) rm -f "$site/unfinished" ;;
  esac
  finish untouched space
}

# Ends a way back that has come to no end. As long as nothing has gone back, nothing is mixed.
end_mixed() {
  direction backward
  case $verb:${1-} in
    back:stopped | leave:stopped) found=$(each found "$work/back") && [ -z "$found" ] && finish untouched stopped ;;
  esac
  set_state mixed
  finish mixed "${1-}"
}

# Tells of a record that has gone back.
each_found() {
  enter
  case $kind in
    # a directory may come to the place of a file, and the other way round
    make) [ -n "$entered" ] || ! is_directory "$name" || echo "$number" ;;
    add) [ -n "$entered" ] || is_directory "$name" || ! is_there "$name" || echo "$number" ;;
    remove | unmake) [ -z "$entered" ] && is_there "$name" || echo "$number" ;;
    # without its copy it has gone back, or somebody has taken the copy away and what the deployment brought is still there
    replace) is_there "$come" || { [ -z "$entered" ] && is_same "$name" "$gone"; } || echo "$number" ;;
  esac
}

# Compares once more what is to be taken back. A second name pins the file, as in the check.
each_recheck() {
  enter
  if is_lost; then
    note lost
    return
  fi
  is_done || check_copy
  case $kind in
    add)
      # of a removal: the name that it has in `old` is enough
      ! is_same "$come" "$gone" || rm -f "$gone"
      return
      ;;
    replace | remove) ;;
    *) return ;;
  esac
  if is_link "$expects"; then
    is_done || recheck_link
    return
  fi
  sums=$work/back.sums.done
  if ! is_done; then
    sums=$work/back.sums.todo
    if [ -n "$entered" ]; then
      note "$entered"
      return
    fi
    if ! is_there "$name"; then
      # somebody has removed it: a removal has nothing to do
      [ "$kind" = remove ] || note gone
      return
    fi
    if ! is_file "$name"; then
      note edited
      return
    fi
    pin || {
      note locked
      return
    }
    is_file "$gone" || {
      note edited
      return
    }
    [ "$kind" != replace ] || [ ! -e "$work/listed" ] || ! is_file "$come" || add_item "$work/access.back" "$copy"
  fi
  line_of "$work/accept/$number"
  [ ! -e "$gone" ] || add_sum "$sums" "${line:-$expects}"
}

# Compares once more a link that is to be taken back.
recheck_link() {
  if [ -n "$entered" ]; then
    note "$entered"
  elif ! is_there "$name"; then
    # somebody has removed it: a removal has nothing to do
    [ "$kind" = remove ] || note gone
  elif compare_link "$name" "$expects" edited; then
    pin || note locked
  fi
}

# Looks whether a link says what it is to say, and notes it where it does not, or where nobody can tell.
compare_link() { # path, a record's word, reason
  if [ ! -L "$1" ]; then
    note "$3"
  elif ! hash_link "$1"; then
    note failed
  elif [ "$says" != "${2#link:}" ]; then
    note "$3"
  else
    return 0
  fi
  return 1
}

# Has the copy that goes back compared with what was there by the list.
check_copy() {
  [ -e "$work/listed" ] && is_there "$come" || return
  case $brings in
    none | later | dir*) ;;
    link:*) compare_link "$come" "$brings" lost ;;
    *) if is_file "$come"; then add_sum "$work/back.sums.copies" "$brings"; else note lost; fi ;;
  esac
}

# Puts an edit that came late back to its place.
each_return() {
  line_of "$notes/$number"
  [ "$line" = late ] || return
  enter
  [ -z "$entered" ] || return
  if [ "$kind" = remove ]; then
    put_back || return
  else
    ln -T "$name" "$come" && mv -f -T "$gone" "$name" || return
  fi
  note edited
}

each_accept() {
  # "N SHA1"
  case $there in
    *[!0-9a-f]*) ;;
    *) printf '%s\n' "$there" >"$work/accept/$number" || exit 255 ;;
  esac
}

# Ends the way back. What was kept on purpose does not block the website; what could not go back does, until it is given up.
end_back() {
  state=old
  for each_note in "$notes"/*; do
    line_of "$each_note"
    case $line in
      '') ;;
      edited | gone | appeared | filled | lost) state=left ;;
      *) end_mixed ;;
    esac
  done
  # somebody may have had it served again since the way back began
  [ -z "$release" ] || { ! is_served && { [ -e "$work/visited" ] || remove_release; }; } || {
    each mounts "$work/list"
    end_mixed stopped
  }
  # all has been looked at, whether that can be noted or not
  set_state "$state" || finish_back
  end_old
}

end_old() {
  forget_exchange
  # copies stay without end, and the exchange with them, but no release
  [ ! -e "$work/visited" ] || { [ "$state" = old ] && [ ! -e "$work/edited" ]; } || is_served || remove_release
  finish_back
}

finish_back() { if [ "$state" = old ]; then finish old; else finish kept; fi; }

# Puts the record of an exchange away that is taken back. All can be done again after a cut.
forget_exchange() {
  line_of "$site/history-$target"
  case "$line " in
    "$id "*) write_history "$site/history-$target" "${line#"$id"}" || return ;;
  esac
  drop_copies && rm -f "$site/unfinished"
  clean "$id $run"
}

# Writes ids, each of which has a blank before it.
write_history() { if [ -n "$2" ]; then write "$1" "${2# }"; else rm -f "$1"; fi; }

# Removes all copies but those of files that were not taken back. All can be done again after a cut.
drop_copies() {
  each edited "$work/list" && (cd "$work" && rm -rf new accept parts taken listed back back.sums.*) && forget_lists || return
  mkdir -p "$work/stay" && each stay "$work/list" && rm -rf "$work/old" && mv -f -T "$work/stay" "$work/old"
}

# Has a copy stay that somebody may still want.
each_stay() {
  [ -e "$notes/$number" ] && is_there "$come" || return
  mkdir -p "$work/stay/${copy%/*}" && mv -f -T "$come" "$work/stay/$copy" || exit 255
}

# Keeps what was edited and is nowhere else: what a person wanted taken back all the same, and what could not return to its place.
each_edited() {
  is_file "$gone" || return
  if [ -e "$notes/$number" ]; then
    names=$(stat -c %h "$gone") || exit 255
    [ "$names" = 1 ] || return
  elif [ ! -e "$work/accept/$number" ]; then
    return
  fi
  mkdir -p "$work/edited" && mv -f -T "$gone" "$work/edited/$number" || exit 255
}

# Goes back from an exchange that has ended.
verb_back() {
  refuse_told
  refuse_unfinished
  line_of "$work/state"
  case $line in
    new)
      line_of "$site/history-$target"
      [ "${line%% *}" = "$id" ] || finish superseded "${line%% *}"
      ;;
    # it is in no history yet
    held)
      refuse_living
      refuse_running
      ;;
    *) finish used ;;
  esac
  direction forward
  accept_changed && write "$site/unfinished" "$id" || finish untouched space
  if [ -e "$here/accepted" ]; then each accept "$here/accepted" || finish untouched space; fi
  go_back all
}

# Goes back from a release that was served. A request that began in it may still include its files.
verb_leave() {
  write "$work/visited" "$run" || finish untouched space
  verb_back
}

# Has files go back that have changed while steps ran; what they have become is kept, and told.
accept_changed() {
  rm -rf "$work/accept"
  mkdir "$work/accept" || return
  [ -e "$work/steps/changed" ] || return 0
  while read -r number sum; do
    printf '%s\n' "$sum" >"$work/accept/$number" || return
  done <"$work/steps/changed"
}

# Begins no way back that was uploaded before somebody was told how the exchange has ended: the task that starts it may be late.
refuse_told() { ! is_told "$run/exchange.sh" || finish used; }

# Whether a file was there, as it is, when that was said. Clocks may have been changed since, so none of them is asked which came first.
is_told() { # a path in the directory of the website
  [ -f "$work/told" ] || return 1
  identity=$(identify "$1") || return 0
  while IFS= read -r said; do
    [ "$said" != "$identity" ] || return 0
  done <"$work/told"
  return 1
}

# Prints a line for each of these files, which no other file has, nor itself once it was written again.
identify() { (cd "$site" && stat -c '%n %d:%i %s %y' "$@"); }

# Ends what a cut has left: takes it back, or finishes it where all was in place already.
verb_recover() {
  refuse_living
  forbid_late
  is_unfinished
  refuse_running
  line_of "$work/state"
  direction forward
  case $line in
    forward) go_back done ;;
    held)
      # it only asks how its own exchange has ended
      [ "$run" != "$id" ] || finish held
      accept_changed || finish held
      go_back all
      ;;
    backward | mixed) resume_back ;;
    new) recover_new ;;
    old | left)
      state=$line
      direction backward
      end_old
      ;;
    *) abandon cut ;;
  esac
}

# An exchange that is whole, or a way back that had not begun.
recover_new() {
  rm -rf "$work/accept"
  end_forward
}

# What has not begun by now never does after this, neither the exchange nor a way back.
forbid_late() {
  # without that nothing can be said
  uploaded=$(cd "$site" && echo */exchange.sh)
  for how in "$work"/steps/*/how; do
    [ ! -f "$how" ] || uploaded="$uploaded ${how#"$site/"}"
  done
  identify $uploaded >"$work/told.part" && mv -f -T "$work/told.part" "$work/told" || exit 2
  line_of "$work/state"
  [ -z "$line" ] || return 0
  set_state untouched || exit 2
  rm -rf "$work/new"
}

# Ends the run if the exchange has ended before; the result has its state.
is_unfinished() {
  line_of "$site/unfinished"
  [ "$line" = "$id" ] || {
    line_of "$work/state"
    finish ended "$line"
  }
}

# Puts the record of an exchange away that can neither be finished nor taken back. Its copies stay.
verb_giveup() {
  refuse_told
  is_unfinished
  line_of "$work/state"
  is_whole || give_up_tidied
  case $line in
    backward | mixed) ;;
    # nobody has tried yet
    *) finish used "$line" ;;
  esac
  direction backward
  # a way back that was cut off has not told yet what it has left
  mkdir -p "$notes" && each unreturned "$work/back" &&
    compare "$work/new" back.sums.todo late &&
    compare "$work/new" back.sums.done late || finish mixed stopped
  set_state left || finish mixed space
  forget_exchange
  finish left
}

# Whether what an exchange is ended by is still there, and its website: somebody may have tidied it up.
is_whole() {
  read_lines "$work/about"
  [ -n "$line" ] && [ -f "$work/list" ] && has_layout && is_word "$target" && cd -P "$root" 2>/dev/null || return
  case $line in
    backward | mixed) [ -f "$work/back" ] || return ;;
  esac
  root=$PWD
  export root release from
}

# Puts the record of an exchange away of which nobody can say any more what it has changed. What is there of its copies stays.
give_up_tidied() {
  for history in "$site"/history-*; do
    line_of "$history"
    case "$line " in
      "$id "*) write_history "$history" "${line#"$id"}" || finish mixed space ;;
    esac
  done
  [ ! -d "$work" ] || set_state left || finish mixed space
  rm -f "$site/unfinished"
  finish left
}

# Notes what was not taken back, so that its copy stays.
each_unreturned() {
  [ ! -e "$notes/$number" ] || return
  enter
  ! is_done || return
  if is_lost; then
    note lost
    return
  fi
  case $kind:$entered in
    # what is gone already needs no removal
    remove:gone | unmake:gone) ;;
    remove: | unmake:) ! is_there "$name" || note failed ;;
    *) note failed ;;
  esac
}

# --- steps ------------------------------------------------------------------------------------------------------------------

# Has a step begin, or says how it has ended: it never runs twice. Before the exchange it is a beginning, which nobody else can come between.
verb_step() {
  direction forward
  tell_step
  [ ! -e "$steps/begun" ] || tell_cut
  refuse_unfinished
  line_of "$work/state"
  case $line:$step in
    old:*-back | left:*-back) ;;
    *-back) finish used ;;
    :* | before:*) write "$site/unfinished" "$id" && set_state before || abandon space ;;
    held:*) ;;
    *) finish used ;;
  esac
  # it was uploaded right before, so its task is not late
  recent=$(find "$steps/how" -mmin -10) && [ -n "$recent" ] || refuse_step late
  [ ! -e "$steps/cancel" ] || refuse_step stopped
  ! is_told "$id/steps/$step/how" || refuse_step late
  # what was damaged on its way runs nothing
  scripts=$(cat "$here/step.sh" "$here/job.sh") && says=$(printf '%s\n' "$scripts" | sha1sum) || refuse_step script
  grep -q -x -F "script=${says%% *}" "$steps/how" || refuse_step script
  seconds=$(sh "$here/step.sh" ready "$steps" "$root")
  [ ! -e "$steps/refused" ] || {
    line_of "$steps/refused"
    refuse_step "${line:-space}"
  }
  [ -e "$steps/begun" ] || refuse_step space
  # it goes on without the task that has begun it, and has its lock
  setsid sh "$script" attend "$id" "$nonce" "$owner" "$count_kept" "$step" "$seconds" >/dev/null &
  finish running 1
}

# Runs a step that has begun to its end, and says that once nothing is left to do here.
verb_attend() {
  direction forward
  sh "$here/job.sh" step "$steps" "$seconds" "$root"
  [ -e "$steps/end" ] || {
    # it has ended what watches it
    ask_left "$here" end "$steps"
    write_lost "$left"
  }
  settle_step
}

# Does what follows from the end of a step, and says it.
settle_step() {
  remove_homes "$work"
  note_changed
  line_of "$steps/end"
  case $line in
    'exited 0 '*) ;;
    *) put_before_away ;;
  esac
  # whoever reads it may begin the next run at once
  exec 9>&-
  mv -f -T "$steps/end" "$steps/rc"
}

# Asks how many processes of a step still run, into `left`. Where it is not said, nobody may say that there is none.
ask_left() { # where job.sh is, left or end, step
  left=$(sh "$1/job.sh" "$2" "$3")
  left=${left:-1}
}

# Notes that nobody has seen how the step has ended.
write_lost() { # how many processes it has left
  [ "$1" != 0 ] || rm -f "$steps/pipe"
  write "$steps/end" "lost 0 left $1"
}

# Ends a run whose step has not begun.
refuse_step() {
  line_of "$work/state"
  [ "$line" != before ] || abandon "$1"
  finish untouched "$1"
}

# Says how the step has ended, if it has.
tell_step() {
  line_of "$steps/rc"
  [ -n "$line" ] || return 0
  set -- $line
  finish step "$1 $2 left $4"
}

# Says what has become of a step that nobody watches any more: whoever does has the lock. Where somebody wishes that it ends, it is ended.
tell_cut() {
  [ -e "$steps/end" ] || {
    asked=left
    [ ! -e "$steps/cancel" ] || asked=end
    ask_left "$here" "$asked" "$steps"
    [ "$left" = 0 ] && write_lost 0 || finish running "$left"
  }
  settle_step
  tell_step
  finish running 1
}

# Puts an exchange away that has not begun, for a step before it has not ended well.
put_before_away() {
  line_of "$work/state"
  [ "$line" = before ] || return 0
  forget_check
  set_state untouched && rm -f "$site/unfinished"
}

# Ends the run as long as a step of the exchange runs whose end nobody has seen: nothing goes back under it.
refuse_running() {
  for begun in "$work"/steps/*/begun; do
    [ -e "$begun" ] && [ ! -e "${begun%/*}/rc" ] && [ ! -e "${begun%/*}/end" ] || continue
    ask_left "$work" left "${begun%/*}"
    [ "$left" = 0 ] || finish running "$left"
  done
}

# Ends the run of another installation while a deployment seems to live that nobody has the lock for: it is between two stages.
refuse_living() {
  [ -n "$held_for" ] && [ "$held_for" != "$owner" ] && [ "$run" != "$id" ] || return 0
  line_of "$work/state"
  case $line in
    before | held) ;;
    *) return 0 ;;
  esac
  recent=$(find "$work/state" "$work/steps" \( -name state -o -name how -o -name rc \) -mmin -2)
  [ -z "$recent" ] || finish busy "$held_for $id exchange $(stat -c %Y "$work/state")"
}

# Notes which of the files in place have changed while a step ran, by their numbers: they go back all the same, with a copy that is told.
note_changed() {
  line_of "$work/state"
  [ "$line" = held ] || return 0
  look_at_list "$work/looks" && each comes "$work/list" >"$looks/comes" && {
    while read -r number kind mode size sum; do
      [ "$kind" != file ] || printf '%s\n' "$number $sum"
    done <"$looks/looked" >"$looks/now"
    grep -v -x -F -f "$looks/comes" "$looks/now" >"$work/steps/changed.part"
    mv -f -T "$work/steps/changed.part" "$work/steps/changed"
  }
  rm -rf "$looks"
}

each_comes() {
  case $comes in
    none | dir | shared | link:*) ;;
    *) printf '%s\n' "$number $comes" || exit 255 ;;
  esac
}

# Notes that all steps have ended well, so that they need not run again where no file changes.
note_done() {
  [ -e "$work/steps/digest" ] || return 0
  for each_run in "$work"/steps/*/run; do
    case $each_run in
      *-back/run) continue ;;
    esac
    line_of "${each_run%/*}/rc"
    case $line in
      'exited 0 '*) ;;
      *) return 0 ;;
    esac
  done
  mv -f -T "$work/steps/digest" "$work/steps/done"
}

# --- other verbs ------------------------------------------------------------------------------------------------------------

# Says what is at the paths of a list, which the preview shows: a line for each record in `looked`.
#
#   N none               nothing
#   N behindLink         a directory on the way is a symbolic link
#   N link SHA1          by the hash of what it says
#   N dir MODE COUNT     with so many entries
#   N file MODE SIZE SHA1
#   N special            a pipe, a socket or a device
#   N unreadable
verb_look() {
  # it changes nothing, and may take long: for good, where somebody puts a pipe in the place of a file
  exec 9>&-
  direction forward
  look_at_list "$here/looks" && mv -f -T "$looks/looked" "$here/looked" || finish untouched space
  rm -rf "$looks"
  says=$(sha1sum <"$here/looked")
  # what it could not run steps without
  find_missing $STEP_TOOLS
  finish looked "${says%% *}$missing"
}

look_at_list() { # a directory for it
  looks=$1
  export looks
  rm -rf "$looks"
  mkdir "$looks" && printf '' >"$looks/paths" && printf '' >"$looks/files" &&
    each look "$work/list" >"$looks/looked" &&
    look_at_files >>"$looks/looked"
}

each_look() {
  enter
  if [ "$entered" = link ]; then
    echo "$number behindLink"
  elif [ -n "$entered" ] || ! is_there "$name"; then
    echo "$number none"
  elif [ -L "$name" ]; then
    hash_link "$name" && echo "$number link $says" || echo "$number unreadable"
  elif [ -d "$name" ]; then
    look_at_directory
  elif [ -f "$name" ]; then
    look_at_file
  else
    echo "$number special"
  fi
}

look_at_directory() {
  if [ -r "$name" ] && [ -x "$name" ] && mode=$(stat -c %a "$name"); then
    count_in "$name"
    echo "$number dir $mode $count"
  else
    echo "$number unreadable"
  fi
}

# A file waits until one program looks at all, unless that would write its name otherwise.
look_at_file() {
  case $path in
    *"$line_feed"* | *"$carriage_return"* | *\\*) ;;
    *)
      add_item "$looks/paths" "./$path"
      printf '%s\n' "$number ./$path" >>"$looks/files" || exit 255
      return
      ;;
  esac
  if facts=$(stat -c '%a %s' "$name") && says=$(sha1sum <"$name"); then
    echo "$number file $facts ${says%% *}"
  else
    echo "$number unreadable"
  fi
}

# Both programs answer in the order in which they are asked, and leave out what they cannot read.
look_at_files() {
  (cd "$root" && xargs -0 -r stat -c '%a %s %n' <"$looks/paths") >"$looks/facts"
  (cd "$root" && xargs -0 -r sha1sum <"$looks/paths") >"$looks/sums"
  exec 3<"$looks/facts" 4<"$looks/sums"
  fact= sum=
  while IFS= read -r file; do
    number=${file%% *} file=${file#* }
    [ -n "$fact" ] || IFS= read -r fact <&3
    [ -n "$sum" ] || IFS= read -r sum <&4
    says=unreadable
    if [ "${fact#* * }" = "$file" ] && [ "${sum#*  }" = "$file" ]; then says="file ${fact%" $file"} ${sum%% *}"; fi
    echo "$number $says" || return
    [ "${fact#* * }" != "$file" ] || fact=
    [ "${sum#*  }" != "$file" ] || sum=
  done <"$looks/files"
}

# Removes old exchanges, and the one that is named unless it can be gone back to.
verb_clean() {
  clean ''
  finish cleaned
}

# Removes exchanges that nobody can go back to: all but the last COUNT of each target, or as many releases as the last one keeps, what is
# unfinished, what a person may still want a copy from, and what somebody may be uploading. By itself, for a panel would move it to its
# recycle bin. Counts those that could be gone back to in `removed`, and all bytes in `freed`.
clean() { # ids that stay, too
  line_of "$site/unfinished"
  spared=" $1 $line "
  line_of "$site/remembered"
  spared="$spared$line "
  for history in "$site"/history-*; do
    shorten_history
  done
  for directory in "$site"/*/; do
    directory=${directory%/}
    case $spared in
      *" ${directory##*/} "*) ;;
      *) ! is_over || remove_exchange ;;
    esac
  done
  remove_pipes
}

# Removes the pipes of steps that had left processes, once none of these runs any more: one that does may be known by its pipe alone.
remove_pipes() {
  for pipe in "$site"/*/steps/*/pipe; do
    [ -p "$pipe" ] || continue
    ask_left "${pipe%/steps/*}" left "${pipe%/pipe}"
    [ "$left" != 0 ] || rm -f "$pipe"
  done
}

# Leaves the last COUNT ids in a history. What was removed is in none.
shorten_history() {
  line_of "$history"
  left=$count_kept ids=
  case $history in
    */history-releases) left=$releases_kept ;;
  esac
  for each_id in $line; do
    [ "$left" -gt 0 ] || break
    left=$((left - 1))
    ids="$ids $each_id"
  done
  [ "$ids" = " $line" ] || write_history "$history" "$ids" || ids=" $line"
  spared="$spared$ids "
}

# Whether nobody needs a directory any more.
is_over() {
  is_word "${directory##*/}" || return
  line_of "$directory/state"
  case $line in
    left) return 1 ;;
    new | old | untouched) [ ! -e "$directory/edited" ] && ! has_just_run && ! was_just_left ;;
    # it has not begun, or was cut when it was removed
    *) [ "$verb" = clean ] && [ "$directory" = "$work" ] || is_abandoned ;;
  esac
}

# Whether steps of an exchange, or that itself, have ended within ten minutes: its window still asks what has become of it, whoever has
# ended it, and reads what they have written.
has_just_run() {
  [ -e "$directory/steps" ] || return
  recent=$(find "$directory/state" "$directory/steps" \( -name state -o -name rc \) -mmin -10)
  [ -n "$recent" ]
}

# Whether a website has left the release of an exchange within an hour.
was_just_left() {
  [ -e "$directory/visited" ] || return
  recent=$(find "$directory/visited" -mmin -60)
  [ -n "$recent" ]
}

# Whether nothing was uploaded into a directory for two hours. Before an exchange that waits longer for its person's answer, all it
# needs is uploaded again.
is_abandoned() { recent=$(find "$directory" -maxdepth 1 -mmin -120) && [ -z "$recent" ]; }

# Removes what steps of an exchange had for a home, where whatever watched them was killed.
remove_homes() {
  for home in "$1"/steps/*/home; do
    ! is_file "$home" || { IFS= read -r own_home <"$home" && remove_directory "$own_home" && rm -f "$home"; } || return
  done
}

remove_exchange() {
  size=$(du -k -s "$directory")
  size=${size%%[!0-9]*}
  size_of_release=$(remove_release_of "$directory") || return
  # first its state: what is only half there is no exchange
  rm -f "$directory/state" && remove_homes "$directory" && remove_directory "$directory" || return
  freed=$((freed + (${size:-0} + size_of_release) * 1024))
  [ "$line" != new ] || removed=$((removed + 1))
}

# Removes the release of an exchange, and prints its size. Fails where it is served: then all of it stays.
remove_release_of() (
  read_lines "$1/about"
  { [ -n "$release" ] && cd -P "$root" 2>/dev/null; } || {
    echo 0
    exit
  }
  root=$PWD
  ! is_served && ! has_mount "$root/$release" || exit 1
  size=$(du -k -s "$root/$release" 2>/dev/null)
  size=${size%%[!0-9]*}
  line_of "$1/state"
  # whoever has a release served looks for its state afterwards: what is served by now, without one, they take for gone
  rm -f "$1/state"
  ! is_served || {
    [ -z "$line" ] || write "$1/state" "$line"
    exit 1
  }
  remove_release || exit 1
  echo "${size:-0}"
)

# --- the run ----------------------------------------------------------------------------------------------------------------

# Prints the numbers of files that were put aside: somebody may have saved them while a step ran, and not the step.
aside() {
  [ -e "$work/steps/changed" ] || return 0
  while read -r number sum; do
    [ -e "$work/kept/$number" ] || ! is_there "$work/edited/$number" || echo "$number"
  done <"$work/steps/changed"
}

# Prints the notes of a directory, and these, as JSON: [[3,"edited"],…].
notes_text() {
  comma=
  printf '['
  for number in ${2-}; do
    printf '%s[%s,"aside"]' "$comma" "$number"
    comma=,
  done
  for each_note in "$1"/*; do
    line_of "$each_note"
    [ -n "$line" ] && [ "$line" != there ] || continue
    printf '%s[%s,"%s"]' "$comma" "${each_note##*/}" "$line"
    comma=,
  done
  printf ']'
}

# Whether there is anything in a directory of notes.
has_notes() {
  for each_note in "$1"/*; do
    [ ! -e "$each_note" ] || return 0
  done
  return 1
}

# Prints what was not taken back and has a copy, as JSON: [[3,1],…], its number and its shelf. Of what is new there is none, nor of a directory.
copies_text() { # end, numbers that are put aside
  comma=
  printf '['
  for number in $2; do
    printf '%s[%s,%s]' "$comma" "$number" "$number"
    comma=,
  done
  if has_notes "$work/kept"; then
    direction backward
    ended_with=$1
    export ended_with
    for copy in $(each copy "$work/list"); do
      printf '%s[%s]' "$comma" "$copy"
      comma=,
    done
  fi
  printf ']'
}

# Prints the number and the shelf of a record that was not taken back.
each_copy() {
  [ -e "$notes/$number" ] && [ "$copy" != "$number" ] || return
  line_of "$notes/$number"
  of_late=$gone
  [ "$ended_with" != left ] || of_late=$work/edited/$number
  if [ "$line" = late ]; then is_there "$of_late"; else [ -n "$line" ] && is_there "$come"; fi && echo "$number,$shelf"
}

# Ends the run with its result. All in it are words and numbers of ours, so nothing has to be escaped.
finish() { # end [detail]
  cd /
  put_aside=$(aside)
  result=$(
    printf '{"version":1,"nonce":"%s","script":"%s","verb":"%s","id":"%s",' "$nonce" "$script_sha1" "$verb" "$id"
    printf '"end":"%s","detail":"%s","trouble":' "$1" "${2-}"
    notes_text "$work/trouble"
    printf ',"kept":'
    notes_text "$work/kept" "$put_aside"
    printf ',"copies":'
    copies_text "$1" "$put_aside"
    printf ',"removed":%s,"freed":%s}' "$removed" "$freed"
  )
  says=$(printf '%s' "$result" | sha1sum)
  printed=$result
  if [ "${#result}" -gt "$MOST_PRINTED" ]; then
    printed=file
    printf '%s' "$result" >"$here/result"
  fi
  # whoever reads its end may begin the next run at once
  exec 9>&-
  printf '\nserver-panel %s %s %s\n' "$nonce" "${says%% *}" "$printed"
  exit 0
}

# Takes the lock. It is the kernel's, and all processes of this run have it, so it is free once the last of them is gone.
take_lock() {
  # a redirection of `exec` that fails would end the shell
  printf '' >>"$site/lock" || finish untouched space
  exec 9>>"$site/lock"
  flock -n 9 || {
    line_of "$site/holder"
    finish busy "$line"
  }
  chmod 700 "$site" "$here"
  # what makes room has to work on a full disk
  write "$site/holder" "$owner $run $verb $(date +%s)" || [ "$verb" = clean ] || finish untouched space
}

# Begins nothing that was uploaded more than a day ago: a task that could not be turned off starts it on a day of its own.
refuse_late() {
  [ -n "$(find "$here" -maxdepth 1 -type f ! -name errors -mtime -1)" ] || finish untouched late
}

# Unpacks what was uploaded for this run. Until the archive is gone, what is there may be a part of it.
unpack() {
  [ -e "$here/files.tar.gz" ] || return 0
  tar -xzof "$here/files.tar.gz" -C "$here" && renew_times && rm -f "$here/files.tar.gz" || {
    rm -rf "$here/files.tar.gz" "$here/new"
    refuse unpack
  }
}

# Has what an exchange is ended by be of today: others tidy backups up by their age. What comes has the time of its source.
renew_times() {
  (cd "$here" && touch -c about list record.json step.sh job.sh steps/digest steps/*/run)
}

# Leaves out of the histories what has been tidied up: nobody can go back to it. A release may still be served.
forget_tidied() {
  for history in "$site"/history-*; do
    [ "$history" != "$site/history-releases" ] || continue
    line_of "$history"
    ids=
    for each_id in $line; do
      [ ! -f "$site/$each_id/record.json" ] || ids="$ids $each_id"
    done
    [ "$ids" = " $line" ] || [ -z "$line" ] || write_history "$history" "$ids" || finish untouched space
  done
}

# Reads what an exchange is about; of a release only names that lead nowhere else.
read_lines() {
  layout= root= target= after=any held_for= release= from= served= before=none remembered= kept= configuration=
  [ -f "$1" ] || return 0
  while IFS='=' read -r key value; do
    case $key in
      layout) layout=$value ;;
      root) root=$value ;;
      target) target=$value ;;
      after) after=$value ;;
      hold) held_for=$value ;;
      release) ! is_release "$value" || release=$value ;;
      from) ! is_release "$value" || from=$value ;;
      served) served=$value ;;
      before) ! is_word "$value" || before=$value ;;
      remembered) ! is_word "$value" || remembered=$value ;;
      keep) ! is_number "$value" || kept=$value ;;
      configuration) configuration=$value ;;
    esac
  done <"$1"
}

# Whether it names a release: a directory of our own and one in that.
is_release() { is_word "${1%%/*}" && is_word "${1#*/}"; }

# Whether its list and its copies are as this script knows them: of another layout it would take one thing for another.
has_layout() { [ "$layout" = 2 ]; }

has_lists() { [ -f "$work/about" ] && [ -f "$work/list" ]; }

read_about() {
  # all was there when it began, and has had a state since
  is_unbegun || { [ -n "$line" ] && has_lists; } || refuse tidied
  has_lists || refuse about
  read_lines "$work/about"
  has_layout && is_word "$target" || refuse about
  # a website's root may be a link itself
  cd -P "$root" 2>/dev/null || refuse root
  root=$PWD
  export root release from
}

# Finds out which programs the server lacks; each has a blank before it in `missing`.
find_missing() {
  missing=
  for tool in "$@"; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
  done
}

main() {
  script=$1 verb=$2 id=$3 nonce=$4 owner=$5 count_kept=$6 step=${7-none} seconds=${8-0}
  here=${script%/*} site=${script%/*/*}
  run=${here##*/} work=$site/$id trial=.server-panel-$id
  steps=$work/steps/$step
  removed=0 freed=0 releases_kept=100
  is_word "$id" && is_word "$nonce" && is_word "$owner" && is_number "$count_kept" && is_word "$step" && is_number "$seconds" || exit 2
  export script work trial verb
  printf '' >>"$here/errors" || exit 2
  exec 2>>"$here/errors" </dev/null
  needed=$TOOLS
  [ "$verb" != step ] || needed="$TOOLS $STEP_TOOLS"
  find_missing $needed
  # busybox has one that copies no attributes
  $GIVE_ATTRIBUTES --version >/dev/null || missing="$missing cp"
  [ -z "$missing" ] || {
    printf '\nserver-panel %s missing%s\n' "$nonce" "$missing"
    exit 3
  }
  says=$(sha1sum <"$script") || exit 2
  script_sha1=${says%% *}
  case $verb in
    giveup) ;;
    recover | settle | ask) [ -d "$work" ] || finish untouched tidied ;;
    *) [ -d "$work" ] || finish untouched id ;;
  esac
  case $verb in
    giveup)
      take_lock
      refuse_late
      ;;
    exchange | settle | ask | back | leave | recover | step | look)
      take_lock
      case $verb in
        exchange | back | leave | step) refuse_late ;;
      esac
      forget_tidied
      case $verb in
        exchange) begin_exchange ;;
        recover) recover_unbegun ;;
      esac
      unpack
      read_about
      ;;
    # of the run that has begun it
    attend) read_about ;;
    clean) take_lock ;;
    *) exit 2 ;;
  esac
  "verb_$verb"
}

case ${1-} in
  --each) shift && each_record "$@" ;;
  --hash) shift && print_hashes "$@" ;;
  --reversed) shift && print_reversed "$@" ;;
  *) main "$0" "$@" ;;
esac
exit
}
