#!/bin/sh
# Runs one step of a deployment: a command that a person has agreed to. Server Panel, an extension of VS Code, uploads this file with an
# exchange that has steps, and exchange.sh beside it runs it:
#
#   sh DIRECTORY/ID/step.sh run STEP ROOT    runs it, and ends when it has ended
#   sh DIRECTORY/ID/step.sh left STEP        prints how many processes that it has started still run
#   sh DIRECTORY/ID/step.sh end STEP         ends these, and prints how many do after that
#
# It makes the step ready. The rest is as of any job, and job.sh beside it does that, which has `go` run the command.
#
# STEP is the directory of the step, root's alone, which has:
#
#   run      what bash runs, as it was agreed to
#   how      user=, uid=, seconds=, target=, directory=, path=, sha1= (of `run`), script= (of this file), job= (of job.sh) and
#            nonce=, a line each
#   home     the home that it has for itself, as long as that is there
#   group    the control group that it has for itself, as long as something may run in it
#   begun    the nonce; from here on it never runs again
#   out      what it has written, up to 16 MiB
#   pipe     where it writes it; it stays as long as something of the step may have it open, so that nothing else can be it. Where something
#            still runs at the step's end, exchange.sh removes it when it cleans, as soon as nothing does
#   cancel   somebody's wish that it ends
#   refused  why it cannot begin: how, step, user, link, gone or space
#   rc       how it has ended: "exited 3", "late 143" or "stopped 143"
#
# All is between braces, as in exchange.sh.

{
set -u
LC_ALL=C
export LC_ALL
umask 077

# What bash is told: the text is in its environment, for all can read what a program is called with, and panels that restart end
# what has words of theirs there. Others may read what it writes, as what is written in a terminal.
RUN_TEXT='umask 022; eval "unset SERVER_PANEL_TEXT; $SERVER_PANEL_TEXT"'

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
  case $home in
    /*) [ ! -d "$home" ] || [ "$(stat -c %u "$home")" != "$uid" ] || return 0 ;;
  esac
  home=/tmp/server-panel-step-$nonce
  # first its name, so that whoever comes after a kill finds it
  write "$dir/home" "$home" && rm -rf "$home" && mkdir "$home" && chown "$uid" "$home" || refuse space
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
  export user path nonce home text runuser
  exec sh "$here/job.sh" step "$dir" "$seconds"
}

# Becomes the command, as its user. runuser has a home of its own opinion.
go() {
  exec env -i "USER=$user" "LOGNAME=$user" "PATH=${path:+$path:}$USUAL_PATH" LANG=C.UTF-8 TERM=dumb \
    "SERVER_PANEL_STEP=$nonce" "SERVER_PANEL_TEXT=$text" "$runuser" -u "$user" -- env "HOME=$home" bash -c "$RUN_TEXT"
}

main() {
  here=${1%/*} verb=$2 dir=$3 root=${4-}
  case $verb in
    run | go) "$verb" ;;
    left | end) exec sh "$here/job.sh" "$verb" "$dir" ;;
    *) exit 2 ;;
  esac
}

main "$0" "$@"
exit
}
