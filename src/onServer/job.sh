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
#     out        what it has written; it takes a block more than BYTES where that is too much
#     errors     the last of what it has written to its standard error
#     end        how it has ended: "ended 0", "timedOut", "tooMuch", "noSpace" or "canceled", with blanks to 40 signs, then the last of `errors`
#
# It says how that went in a line "server-panel NONCE WORD". All is between braces, which a shell reads to their end before it does anything.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

TOOLS='cat chmod find flock grep mv nice rm setsid sleep stat tail tar'

# How many seconds a job has to end by itself once it is told to.
GRACE=3

# Most bytes that are kept of its errors, and that are told of them.
MOST_ERRORS=1048576
MOST_TOLD=4096

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
  # its end has its place, also where the disk is full by then
  tar -xof "$dir/files.tar" -C "$dir" && rm -f "$dir/files.tar" && printf '%-40s\n' '' >"$dir/end.part" || refuse noSpace
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

# --- the run ----------------------------------------------------------------------------------------------------------------

# Finds processes by a word of their environment, which all have that they begin, also those that leave the session. One that has ended and
# waits for its parent has none; and grep also fails where one has ended meanwhile. It has looked at all of them where it comes to the word
# that it is given last.
find_processes() {
  environments=$(printf %s "$1" | grep -lsF "$1" /proc/[0-9]*/environ -)
  case $environments in
    *'(standard input)') environments=${environments%'(standard input)'} ;;
    *) return 1 ;;
  esac
}

# Ends all of them, and fails where it cannot say that there are none.
kill_processes() {
  while find_processes "$1"; do
    [ -n "$environments" ] || return 0
    for environment in $environments; do
      environment=${environment%/environ}
      kill -KILL "${environment#/proc/}" 2>/dev/null
    done
    # who has been killed is gone a moment later
    ! find_processes "$1" || [ -z "$environments" ] || sleep 1
  done
  return 1
}

is_working() { ! find_processes "SERVER_PANEL_WORK=$id" || [ -n "$environments" ]; }
end_work() { kill_processes "SERVER_PANEL_WORK=$id"; }

# Waits until it is to end, and ends it: first it is told, with all of its group, and then it has to. It counts seconds that have passed here,
# whatever the clock says. What it returns stands for why.
end_in_time() {
  passed=0 why=
  while [ -z "$why" ]; do
    sleep 1
    passed=$((passed + 1))
    size_of "$dir/errors"
    [ "$size" -le "$MOST_ERRORS" ] || : >"$dir/errors"
    size_of "$dir/out"
    if [ -e "$dir/cancel" ] || [ ! -d "$dir" ]; then
      why=3
    elif [ "$size" -gt "$most" ]; then
      why=2
    elif [ "$passed" -ge "$seconds" ]; then
      why=1
    fi
  done
  # from here on nothing keeps it from that
  trap '' TERM
  is_working || exit 0
  kill -TERM "-$child"
  passed=0
  while [ "$passed" -lt "$GRACE" ] && is_working; do
    sleep 1
    passed=$((passed + 1))
  done
  end_work
  exit "$why"
}

# Runs it to its end, which is `how` then.
run() {
  lowest='nice -n 19'
  ! ionice -c 3 true 2>/dev/null || lowest="$lowest ionice -c 3"
  cd -P "$dir" || return
  SERVER_PANEL_WORK=$id setsid $lowest sh "$dir/work.sh" </dev/null 2>>"$dir/errors" 3>&- &
  child=$!
  end_in_time >/dev/null 3>&- 8>&- 9>&- &
  watcher=$!
  wait "$child"
  code=$?
  kill "$watcher" 2>/dev/null
  wait "$watcher"
  why=$?
  end_work
  case $why in
    1) how=timedOut ;;
    2) how=tooMuch ;;
    3) how=canceled ;;
    *) how="ended $code" ;;
  esac
}

# Takes what it writes, and no more than it may: a length that no file may pass ends this, as a full disk does.
take_output() {
  trap '' XFSZ
  blocks=$((most / 512 + 1))
  # not where less than that is left
  ! (ulimit -f "$blocks") 2>/dev/null || ulimit -f "$blocks"
  exec cat >"$dir/out"
}

watch() {
  say begun
  exec >/dev/null 2>&1
  # what cannot begin has no end
  how=
  how=$({ { run; echo "$how" >&3; } | take_output 3>&- 8>&- 9>&- || echo noSpace >&3; } 3>&1)
  size_of "$dir/out"
  case $how in
    timedOut* | canceled*) how=${how%%[!A-Za-z]*} ;;
    *) [ "$size" -le "$most" ] || how=tooMuch ;;
  esac
  case $how in
    *noSpace) how=noSpace ;;
  esac
  # whoever reads its end may begin the next one at once
  exec 9>&-
  printf '%-40s\n' "$how" 1<>"$dir/end.part"
  tail -c "$MOST_TOLD" "$dir/errors" >>"$dir/end.part"
  mv -f -T "$dir/end.part" "$dir/end"
}

# --- the end of one whose end does not come -----------------------------------------------------------------------------------

over() {
  [ ! -e "$dir/end" ] || {
    say ended
    return
  }
  kill_processes "SERVER_PANEL_JOB=$id" || return
  rm -rf "$dir"
  say gone
}

main() {
  script=$1 verb=$2 id=$3 nonce=$4 seconds=${5-0} most=${6-0}
  dir=${script%/*} jobs=${script%/*/*} kind=${id%%-*}
  is_word "$id" && is_word "$nonce" && is_number "$seconds" && is_number "$most" && [ "${dir##*/}" = "$id" ] || exit 2
  case $verb in
    begin | watch | over) "$verb" ;;
    *) exit 2 ;;
  esac
}

main "$0" "$@"
exit
}
