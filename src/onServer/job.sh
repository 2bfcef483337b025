#!/bin/sh
# Runs a job: a script that takes long, and that can be ended. Server Panel, an extension of VS Code, uploads this file with one of its jobs,
# and has the panel run it:
#
#   sh DIRECTORY/ID/job.sh begin ID NONCE SECONDS BYTES    begins it, and ends once it runs
#   sh DIRECTORY/ID/job.sh over ID NONCE                   ends all that still runs of one whose end does not come
#
# SECONDS is how long it may take, BYTES how much it may write. ID begins with the job's kind, as in "search-1f0c". DIRECTORY is root's alone:
#
#   KIND.lock    held by the job of a kind that runs here, and by all of its processes
#   ID/          a job
#     files.tar  work.sh, which is the job, what it reads, and `goes`; it is gone once it is unpacked
#     lock       held by this job and all of its processes
#     goes       somebody who wishes that it ends renames it `cancel`: whatever was written would make the directory anew that is gone by then
#     stays      what the job itself renames `goes` once it must go to its end: nobody can rename that any more
#     pipe       where it writes; it is gone once the job has ended
#     out        what it has written; it takes a block more than BYTES where that is too much
#     errors     the last of what it has written to its standard error
#     end        how it has ended: "ended 0", "timedOut", "tooMuch", "noSpace" or "canceled", with blanks to 40 signs, then the last of `errors`
#
# It says how that went in a line "server-panel NONCE WORD".
#
# A step of a deployment is a job, too, which step.sh makes ready, in a directory STEP that has its files. It is a person's command: what it
# starts may stay, and may hide. So its processes are looked for in more ways, and counted where it ends by itself.
#
#   sh DIRECTORY/job.sh step STEP SECONDS ROOT    runs it, and ends when it has ended
#   sh DIRECTORY/job.sh left STEP                 prints how many processes that it has started still run
#   sh DIRECTORY/job.sh end STEP                  ends these, and prints how many do after that
#
# All is between braces, which a shell reads to their end before it does anything.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

TOOLS='cat chmod find flock grep mkfifo mv nice rm setsid sleep stat tail tar'

# How many seconds a job has to end by itself once it is told to.
GRACE=5

# Most bytes that are kept of its errors, and that are told of them.
MOST_ERRORS=1048576
MOST_TOLD=4096

# Most bytes that are kept of what a step writes; some shells count twice as much.
MOST_OF_STEP=16777215

# Where a server has control groups, of whichever kind it has: what is in one of them stays in it, whatever it does, unless it is root's.
CONTROL_GROUPS='/sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/freezer /sys/fs/cgroup/systemd'

line_feed='
'

# A line without its line break is still being written, and aaPanel cuts the one off that ends a log: another line comes after it.
say() { printf '\nserver-panel %s %s\n.\n' "$nonce" "$1"; }

# Whether it is an id or a number: words that mean nothing to a shell, and no path.
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

size_of() {
  size=$(stat -c %s "$1" 2>/dev/null) || size=0
}

# Writes a line. A file is never there with half its content: it is renamed into place.
write() {
  printf '%s\n' "$2" >"$1.part" && mv -f -T "$1.part" "$1" || {
    rm -f "$1.part"
    return 1
  }
}

# Reads the first line of a file into `line`; nothing where there is none.
line_of() {
  line=
  [ ! -f "$1" ] || IFS= read -r line <"$1"
}

# Writes how it has ended. That has its place, also where the disk is full by then.
write_end() { # words
  printf '%-40s\n' "$1" 1<>"$dir/end.part" || return
  [ ! -f "$dir/errors" ] || tail -c "$MOST_TOLD" "$dir/errors" >>"$dir/end.part"
  mv -f -T "$dir/end.part" "$dir/end"
}

# --- the beginning ----------------------------------------------------------------------------------------------------------

# Ends a job that has not begun, of which nothing is left.
refuse() {
  rm -rf "$dir"
  say "$1"
  exit 0
}

begin() {
  missing=
  for tool in $TOOLS; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
  done
  [ -z "$missing" ] || refuse "missing$missing"
  # a redirection of `exec` that fails would end the shell
  printf '' >>"$dir/lock" && printf '' >>"$jobs/$kind.lock" || refuse noSpace
  exec 8>>"$dir/lock" 9>>"$jobs/$kind.lock"
  # a job runs once: a task that could not be turned off starts it again, on a day of its own
  flock -n 8 && [ -n "$(find "$dir" -name files.tar -mtime -1)" ] || exit 1
  flock -n 9 || refuse busy
  chmod 700 "$jobs" "$dir"
  remove_left
  tar -xof "$dir/files.tar" -C "$dir" && rm -f "$dir/files.tar" && printf '%-40s\n' '' >"$dir/end.part" &&
    mkfifo "$dir/pipe" && [ -p "$dir/pipe" ] || refuse noSpace
  SERVER_PANEL_JOB=$id setsid sh "$script" watch "$id" "$nonce" "$seconds" "$most" </dev/null &
}

# Removes jobs whose windows have died: nobody holds them, and nothing of them has changed for half a day, in which others may still fetch
# what a job has left.
remove_left() {
  for left in "$jobs"/*/; do
    left=${left%/}
    [ "$left" != "$dir" ] && [ -d "$left" ] && [ -z "$(find "$left" -maxdepth 1 -mmin -720)" ] || continue
    flock -n "$left/lock" rm -rf "$left"
  done
}

# --- its processes ----------------------------------------------------------------------------------------------------------

# Lists the processes in whose file of this name grep finds a pattern, into `listed`. It fails where grep has not come to the text that it is
# given last, which has it, too: what it ends with says nothing, for it also fails where a process ends meanwhile.
list_processes() { # file, option, pattern, text
  listed=
  says=$(printf '%s\n' "$4" | grep -ls "$2" "$3" /proc/[0-9]*/"$1" -)
  case $says in
    *'(standard input)') ;;
    *) return 1 ;;
  esac
  for each in ${says%'(standard input)'}; do
    each=${each#/proc/}
    listed="$listed ${each%/*}"
  done
}

# Lists those with its mark in their environment, which all have that it begins, also those that leave the session. One that has ended and
# waits for its parent has none.
list_marked() { list_processes environ -F "$mark" "$mark"; }

# Lists those of its session. One that has ended and waits for its parent is none.
list_session() {
  listed=
  [ -z "$session" ] || list_processes stat -E "^[0-9]+ \(.*\) [^ZX] [0-9]+ [0-9]+ $session " "1 (x) R 1 1 $session "
}

# Lists those that have its output open. It fails where `ls` has not come to the last directory: it lists them in order.
list_writers() {
  listed='' is_whole=
  # its directory below that of all exchanges, which a link may lead to
  own=${dir#"${dir%/*/*/*}"}
  # whoever gives a file a name with a line break in it says nothing of other processes: busybox shows none by itself
  says=$(QUOTING_STYLE=escape ls -l /proc/[0-9]*/fd /proc/self/fd 2>/dev/null)
  IFS=$line_feed
  set -f
  for line in $says; do
    case $line in
      /proc/self/fd:)
        is_whole=yes
        break
        ;;
      /proc/*/fd:)
        line=${line%/fd:}
        each=${line#/proc/}
        ;;
      # what reads from it is not of the step
      lr-x*) ;;
      # anybody can give a file such a name
      *"$own/pipe")
        opened=${line%% -> *}
        [ ! "/proc/$each/fd/${opened##* }" -ef "$dir/pipe" ] || listed="$listed $each"
        ;;
    esac
  done
  set +f
  unset IFS
  [ -n "$is_whole" ]
}

# Lists those in its control group.
list_group() {
  listed=
  [ -n "$group" ] && [ -e "$group" ] || return 0
  while read -r each; do
    ! is_alive "$each" || listed="$listed $each"
  done <"$group/cgroup.procs"
}

# Whether a process runs, which is not the case of one that waits for its parent. A name may have line breaks.
is_alive() { # process
  stat=
  { while read -r line; do stat=$line; done <"/proc/$1/stat"; } 2>/dev/null
  case ${stat##*) } in
    '' | [ZX]*) return 1 ;;
  esac
}

# Finds the processes of the job, into `found`. It fails where it cannot say that these are all.
find_processes() {
  found='' is_sure=yes
  for way in $ways; do
    "list_$way" || is_sure=
    for each in $listed; do
      case "$found " in
        *" $each "*) ;;
        *) found="$found $each" ;;
      esac
    done
  done
  [ -n "$is_sure" ]
}

# Counts them into `left`. What cannot be looked at counts as one that runs: nobody may say that there is none.
count_seen() {
  unseen=0
  find_processes || unseen=1
  set -- $found
  left=$(($# + unseen))
}

# Counts what still runs into `left`. A process of a step that begins at this moment is not seen, so it takes two looks to say that there is
# none.
count_left() {
  count_seen
  [ "$left" = 0 ] && [ -n "$is_step" ] || return 0
  sleep 1
  count_seen
}

# Ends all of them for good.
end_left() {
  count_left
  tries=0
  while [ "$left" -gt 0 ] && [ "$tries" -lt 3 ]; do
    for each in $found; do
      kill -KILL "$each" 2>/dev/null
    done
    tries=$((tries + 1))
    # who has been killed is gone a moment later
    count_seen
    [ "$left" = 0 ] || sleep 1
    count_left
  done
}

# --- the run ----------------------------------------------------------------------------------------------------------------

# Takes all that it writes, so that it never has to wait, and keeps the first of it. A length that no file may pass ends the first program, as
# a full disk does: nobody reads on then but what a step writes. It lives as long as anything of the job can write.
take_output() {
  trap '' XFSZ
  blocks=$((most / 512 + 1))
  # not where less than that is left
  ! (ulimit -f "$blocks") 2>/dev/null || ulimit -f "$blocks"
  ! cat >"$dir/out" || exit 0
  [ -n "$is_step" ] || exit 1
  exec cat >/dev/null
}

# Becomes the job's program: a step in its control group where that can be, and without the lock, with its errors in its output.
become() { # program
  [ -z "$group" ] || { echo 0 >"$group/cgroup.procs"; } 2>/dev/null
  if [ -n "$is_step" ]; then exec 2>&1 9>&-; else exec 2>>"$dir/errors"; fi
  export "$mark"
  exec setsid "$@"
}

# Tells its processes to end, but for the first of a step as long as there are others: runuser would end its own after 2 seconds
# (docs/protocol.md 19.17).
tell_end() {
  told=
  for each in $found; do
    [ -z "$is_step" ] || [ "$each" != "$child" ] || continue
    kill -TERM "$each" && told=yes
  done
  [ -n "$told" ] || kill -TERM "$child"
}

# Waits until it is to end, and ends it: first it is told, with all of its group, and then it has to. It counts seconds that have passed here,
# whatever the clock says. What it returns stands for why.
end_in_time() {
  passed=0 why=
  while [ -z "$why" ]; do
    sleep 1
    passed=$((passed + 1))
    if [ -e "$dir/cancel" ] || [ ! -d "$dir" ]; then
      why=3
    elif [ "$passed" -ge "$seconds" ]; then
      why=1
    elif [ -z "$is_step" ]; then
      size_of "$dir/errors"
      [ "$size" -le "$MOST_ERRORS" ] || : >"$dir/errors"
      size_of "$dir/out"
      [ "$size" -le "$most" ] || why=2
    fi
  done
  # from here on nothing keeps it from that
  trap '' TERM
  find_processes
  # meanwhile it may have ended by itself
  is_alive "$child" || exit 0
  tell_end
  passed=0
  while [ "$passed" -lt "$GRACE" ] && { ! list_session || [ -n "$listed" ]; }; do
    sleep 1
    passed=$((passed + 1))
  done
  kill -KILL "-$child"
  exit "$why"
}

# Runs a program to its end, in the pipe that is ready for what it writes. After that, `why` says whether it has ended by itself, with `code`,
# and `left`
# counts what it has left. `is_whole` says whether all is kept that it has written.
run() { # program
  # it waits for whoever writes, and must not have a lock if nobody comes
  (take_output) <"$dir/pipe" >/dev/null 2>&1 8>&- 9>&- &
  pump=$!
  become "$@" </dev/null >"$dir/pipe" &
  child=$! session=$child
  end_in_time </dev/null >/dev/null 2>&1 8>&- 9>&- &
  watcher=$!
  wait "$child"
  code=$?
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  case $? in
    1) why=timedOut ;;
    2) why=tooMuch ;;
    3) why=canceled ;;
    *) why=ended ;;
  esac
  if [ -n "$is_step" ] && [ "$why" = ended ]; then count_left; else end_left; fi
  # its last lines
  is_whole=yes
  [ -n "$is_step" ] && [ "$left" != 0 ] || wait "$pump" || is_whole=
}

watch() {
  say begun
  exec >/dev/null 2>&1
  lowest='nice -n 19'
  ! ionice -c 3 true 2>/dev/null || lowest="$lowest ionice -c 3"
  # what cannot begin has no end
  cd -P "$dir" || return
  mark=SERVER_PANEL_WORK=$id
  run $lowest sh "$dir/work.sh"
  rm -f "$dir/pipe"
  size_of "$dir/out"
  how="ended $code"
  [ -n "$is_whole" ] || how=noSpace
  [ "$size" -le "$most" ] || how=tooMuch
  [ "$why" = ended ] || how=$why
  # whoever reads its end may begin the next one at once
  exec 9>&-
  write_end "$how"
}

# --- the end of one whose end does not come -----------------------------------------------------------------------------------

over() {
  [ ! -e "$dir/end" ] || {
    say ended
    return
  }
  mark=SERVER_PANEL_JOB=$id
  end_left
  [ "$left" = 0 ] || return
  rm -rf "$dir"
  say gone
}

# --- steps ------------------------------------------------------------------------------------------------------------------

step() {
  make_group
  run sh "${script%/*}/step.sh" go "$dir" "$root"
  [ "$left" != 0 ] || rm -f "$dir/pipe"
  drop_group
  # the words of its end are older than those of a job
  case $why in
    ended) how=exited ;;
    timedOut) how=late ;;
    *) how=stopped ;;
  esac
  write_end "$how $code left $left"
}

# Makes a control group for the step, where the server lets us: a container may not. Without one it runs all the same.
make_group() {
  for above in $CONTROL_GROUPS; do
    [ -f "$above/cgroup.procs" ] || continue
    group=$above/server-panel-step-$nonce
    # first its name, so that whoever comes after a kill finds it
    write "$dir/group" "$group" && mkdir "$group" 2>/dev/null && return
  done
  group=
  rm -f "$dir/group"
}

# Removes its control group once nothing is in it.
drop_group() {
  [ -n "$group" ] && [ "$left" = 0 ] || return 0
  { [ ! -e "$group" ] || rmdir "$group" 2>/dev/null; } && rm -f "$dir/group"
}

# Counts what a step has left, or ends it.
tell_left() {
  line_of "$dir/group"
  group=$line left=0
  [ -z "$nonce" ] || if [ "$verb" = end ]; then end_left; else count_left; fi
  drop_group
  echo "$left"
}

main() {
  script=$1 verb=$2 session='' group='' is_step=''
  case $verb in
    begin | watch | over)
      id=$3 nonce=$4 seconds=${5-0} most=${6-0} ways=marked
      dir=${script%/*} jobs=${script%/*/*} kind=${id%%-*}
      is_word "$id" && is_word "$nonce" && is_number "$seconds" && is_number "$most" && [ "${dir##*/}" = "$id" ] || exit 2
      "$verb"
      ;;
    step | left | end)
      dir=$3 seconds=${4-0} root=${5-} most=$MOST_OF_STEP is_step=yes ways='group marked writers session'
      line_of "$dir/begun"
      nonce=$line mark=SERVER_PANEL_STEP=$nonce
      if [ "$verb" = step ]; then step; else tell_left; fi
      ;;
    *) exit 2 ;;
  esac
}

main "$0" "$@"
exit
}
