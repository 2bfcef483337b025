#!/bin/sh
# Runs one step of a deployment: a command that a person has agreed to. Server Panel, an extension of VS Code, uploads this file with an
# exchange that has steps, and exchange.sh beside it runs it:
#
#   sh DIRECTORY/ID/step.sh run STEP ROOT    runs it, and ends when it has ended
#   sh DIRECTORY/ID/step.sh left STEP        prints how many processes that it has started still run
#   sh DIRECTORY/ID/step.sh end STEP         ends these, and prints how many do after that
#
# STEP is the directory of the step, root's alone, which has:
#
#   run      what bash runs, as it was agreed to
#   how      user=, uid=, seconds=, target=, directory=, path=, sha1= (of `run`), script= (of this file) and nonce=, a line each
#   home     the home that it has for itself, as long as that is there
#   group    the control group that it has for itself, as long as something may run in it
#   begun    the nonce; from here on it never runs again
#   out      what it has written, up to 16 MiB
#   pipe     where it writes it; it stays as long as something of the step may have it open, so that nothing else can be it. Where something
#            still runs at the step's end, exchange.sh removes it when it cleans, as soon as nothing does
#   ends     why it is being ended, late or stopped; not there where it ends by itself
#   stop     somebody's wish that it ends
#   refused  why it cannot begin: how, step, user, link, gone or space
#   rc       how it has ended: "exited 3", "late 143" or "stopped 143"
#
# All is between braces, as in exchange.sh.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

# The most that is kept of what a step writes, in blocks of 512 bytes; some shells count them double.
MOST_BLOCKS=32768

# Where a server has control groups, of whichever kind it has: what is in one of them stays in it, whatever it does, unless it is root's.
CONTROL_GROUPS='/sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/freezer /sys/fs/cgroup/systemd'

# How many seconds a step has to end by itself once it is told to.
GRACE=5

# What bash is told: the text is in its environment, for all can read what a program is called with, and panels that restart end
# what has words of theirs there. Others may read what it writes, as what is written in a terminal.
RUN_TEXT='umask 022; eval "unset SERVER_PANEL_TEXT; $SERVER_PANEL_TEXT"'

line_feed='
'

# Where programs are, after the directories that the step names.
USUAL_PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# Writes a line, as in exchange.sh.
write() {
  printf '%s\n' "$2" >"$1.part" && mv -f -T "$1.part" "$1" || {
    rm -f "$1.part"
    return 1
  }
}

is_number() {
  case $1 in
    '' | *[!0-9]*) return 1 ;;
  esac
}

refuse() {
  write "$dir/refused" "$1"
  exit 1
}

# Reads how it is to run, and takes no word that is not one of ours.
read_how() {
  nonce= sha1= user= uid= seconds= target= directory= path=
  [ -f "$dir/how" ] || return 1
  while IFS= read -r line; do
    value=${line#*=}
    case $line in
      nonce=*) nonce=$value ;;
      sha1=*) sha1=$value ;;
      user=*) user=$value ;;
      uid=*) uid=$value ;;
      seconds=*) seconds=$value ;;
      target=*) target=$value ;;
      directory=*) directory=$value ;;
      path=*) path=$value ;;
    esac
  done <"$dir/how"
  case $nonce in
    '' | *[!0-9a-f-]*) return 1 ;;
  esac
  case $user in
    '' | [!a-z_]* | *[!a-z0-9_-]*) return 1 ;;
  esac
  is_number "$uid" && is_number "$seconds"
}

# Goes to the directory in which it runs: no link may lead out of the website.
enter() {
  cd -P "$root" 2>/dev/null || refuse gone
  top=$PWD
  for below in "$target" "$directory"; do
    [ -z "$below" ] || cd -P "./$below" 2>/dev/null || refuse gone
    case $PWD/ in
      "${top%/}"/*) top=$PWD ;;
      *) refuse link ;;
    esac
  done
}

# Finds a home: that of the user, or one of its own, which goes with the step.
find_home() {
  home=$(getent passwd "$user")
  home=${home%:*}
  home=${home##*:}
  own_home=
  case $home in
    /*) [ ! -d "$home" ] || [ "$(stat -c %u "$home")" != "$uid" ] || return 0 ;;
  esac
  own_home=/tmp/server-panel-step-$nonce
  # first its name, so that whoever comes after a kill finds it
  write "$dir/home" "$own_home" && rm -rf "$own_home" && mkdir "$own_home" && chown "$uid" "$own_home" || refuse space
  home=$own_home
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

# --- what it has started ----------------------------------------------------------------------------------------------------

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

# Removes its control group once nothing is in it.
drop_group() {
  [ -n "$group" ] && [ "$left" = 0 ] || return 0
  { [ ! -e "$group" ] || rmdir "$group" 2>/dev/null; } && rm -f "$dir/group"
}

# Finds the processes of the step, into `found`: those in its control group, those with its nonce in their environment, those that have its
# output open, and where its session is known, those in that. It fails where it cannot say that these are all.
find_processes() {
  found='' is_sure=yes
  list_group || is_sure=
  add_listed
  list_processes environ -F "SERVER_PANEL_STEP=$nonce" "SERVER_PANEL_STEP=$nonce" || is_sure=
  add_listed
  list_writers || is_sure=
  add_listed
  list_session || is_sure=
  add_listed
  [ -n "$is_sure" ]
}

add_listed() {
  for each in $listed; do
    case "$found " in
      *" $each "*) ;;
      *) found="$found $each" ;;
    esac
  done
}

# Counts them into `left`. What cannot be looked at counts as one that runs: nobody may say that there is none.
count_seen() {
  unseen=0
  find_processes || unseen=1
  set -- $found
  left=$(($# + unseen))
}

# Counts what still runs into `left`. A process that begins at this moment is not seen, so it takes two looks to say that there is none.
count_left() {
  count_seen
  [ "$left" = 0 ] || return 0
  sleep 1
  count_seen
}

# Ends all of them for good.
end_left() {
  count_left
  tries=0
  while [ "$left" -gt 0 ] && [ "$tries" -lt 3 ]; do
    for each in $found; do
      kill -9 "$each" 2>/dev/null
    done
    sleep 1
    tries=$((tries + 1))
    count_left
  done
}

# --- the run ----------------------------------------------------------------------------------------------------------------

# Takes all that the step writes, so that it never has to wait, and keeps the first of it. It lives as long as anything of the step can
# write. A length that no file may pass ends the first program, as a full disk does.
take_output() {
  trap '' XFSZ
  ulimit -f "$MOST_BLOCKS"
  cat >"$dir/out"
  exec cat >/dev/null
}

# Tells processes of the step to end, but for the first as long as there are others: runuser would end its own after 2 seconds
# (docs/protocol.md 19.17).
tell_end() { # processes
  told=
  for each in $1; do
    [ "$each" != "$child" ] || continue
    kill -TERM "$each" && told=yes
  done
  [ -n "$told" ] || kill -TERM "$child"
}

# Ends the step after its time, and where somebody wishes it: first it is told, with all of its group, and then it has to. It counts
# seconds that have passed here, whatever the clock says.
watch() {
  passed=0
  until [ "$passed" -ge "$seconds" ] || [ -e "$dir/stop" ]; do
    sleep 1
    passed=$((passed + 1))
  done
  why=late
  [ ! -e "$dir/stop" ] || why=stopped
  find_processes
  # meanwhile it may have ended by itself
  is_alive "$child" || return 0
  write "$dir/ends" "$why" || : >"$dir/ends"
  tell_end "$found"
  passed=0
  while [ "$passed" -lt "$GRACE" ] && { ! list_session || [ -n "$listed" ]; }; do
    sleep 1
    passed=$((passed + 1))
  done
  kill -KILL "-$child"
}

# Becomes a program in the control group. Where that cannot be, it has none.
in_group() {
  [ -z "$group" ] || { echo 0 >"$group/cgroup.procs"; } 2>/dev/null
  exec "$@"
}

run() {
  rm -f "$dir/refused"
  read_how || refuse how
  says=$(sha1sum <"$dir/run") || refuse step
  [ "${says%% *}" = "$sha1" ] || refuse step
  says=$(id -u "$user") && [ "$says" = "$uid" ] || refuse user
  # a dot keeps the line breaks at its end
  text=$(cat "$dir/run" && echo .) || refuse step
  text=${text%.}
  enter
  find_home
  runuser=$(command -v runuser) || refuse user
  # opened anew, as /dev/stderr is, it has to be the user's (docs/protocol.md 19.19)
  rm -f "$dir/pipe"
  mkfifo "$dir/pipe" && chown "$uid" "$dir/pipe" && : >"$dir/out" &&
    # its end has its place, also where the disk is full by then
    printf '%-40s\n' '' >"$dir/rc.part" && write "$dir/begun" "$nonce" || refuse space
  # it waits for whoever writes, and must not have the lock if nobody comes
  (take_output) 9>&- <"$dir/pipe" >/dev/null 2>&1 &
  pump=$!
  make_group
  # runuser has a home of its own opinion
  in_group setsid env -i "USER=$user" "LOGNAME=$user" "PATH=${path:+$path:}$USUAL_PATH" LANG=C.UTF-8 TERM=dumb \
    "SERVER_PANEL_STEP=$nonce" "SERVER_PANEL_TEXT=$text" "$runuser" -u "$user" -- env "HOME=$home" bash -c "$RUN_TEXT" \
    </dev/null >"$dir/pipe" 2>&1 9>&- &
  child=$! session=$child
  watch </dev/null >/dev/null 2>&1 9>&- &
  watcher=$!
  wait "$child"
  code=$?
  # what it was told to do takes a moment for all of its processes
  [ ! -e "$dir/ends" ] || wait "$watcher"
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  if [ -e "$dir/ends" ]; then
    why=late
    [ ! -e "$dir/stop" ] || why=stopped
    end_left
  else
    why=exited
    count_left
  fi
  # its last lines
  [ "$left" != 0 ] || wait "$pump"
  [ -z "$own_home" ] || { rm -rf "$own_home" && rm -f "$dir/home"; }
  [ "$left" != 0 ] || rm -f "$dir/pipe"
  drop_group
  printf '%-40s\n' "$why $code left $left" 1<>"$dir/rc.part" && mv -f -T "$dir/rc.part" "$dir/rc"
}

main() {
  verb=$1 dir=$2 root=${3-} session='' group=
  case $verb in
    run) run ;;
    left | end)
      line=
      [ ! -f "$dir/begun" ] || IFS= read -r line <"$dir/begun"
      nonce=$line left=0
      [ ! -f "$dir/group" ] || IFS= read -r group <"$dir/group"
      [ -z "$nonce" ] || if [ "$verb" = end ]; then end_left; else count_left; fi
      drop_group
      echo "$left"
      ;;
    *) exit 2 ;;
  esac
}

main "$@"
exit
}
