#!/bin/sh
# Makes one step of a deployment ready: a command that a person has agreed to. Server Panel, an extension of VS Code, uploads this file with an
# exchange that has steps, and exchange.sh beside it runs it:
#
#   sh DIRECTORY/ID/step.sh ready STEP ROOT    lets it begin, and prints how many seconds it has
#   sh DIRECTORY/ID/step.sh go STEP ROOT       becomes the command
#
# From its beginning to its end it is a job, and job.sh beside it runs it.
#
# STEP is the directory of the step, root's alone, which has:
#
#   run      what bash runs, as it was agreed to
#   how      user=, uid=, seconds=, target=, directory=, path=, sha1= (of `run`), script= (of this file and job.sh, one after the other)
#            and nonce=, a line each
#   home     the home that it has for itself, as long as that is there
#   group    the control group that it has for itself, as long as something may run in it
#   begun    the nonce; from here on it never runs again
#   out      what it has written, up to 16 MiB
#   pipe     where it writes it; it stays as long as something of the step may have it open, so that nothing else can be it. Where something
#            still runs at the step's end, exchange.sh removes it when it cleans, as soon as nothing does
#   goes     somebody who wishes that it ends renames it `cancel`
#   refused  why it cannot begin: how, step, user, link, gone or space
#   end      how it has ended, and how many processes it has left: "exited 3 left 0", "late 143 left 0" or "stopped 143 left 0"
#   rc       that, or "lost 0 left 0", once nobody works here any more
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
  own_home=
  case $home in
    /*) [ ! -d "$home" ] || [ "$(stat -c %u "$home")" != "$uid" ] || return 0 ;;
  esac
  own_home=/tmp/server-panel-step-$nonce
  home=$own_home
}

# Finds all that the command needs.
find_all() {
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
}

ready() {
  rm -f "$dir/refused"
  find_all
  # first its name, so that whoever comes after a kill finds it
  [ -z "$own_home" ] ||
    { write "$dir/home" "$own_home" && rm -rf "$own_home" && mkdir "$own_home" && chown "$uid" "$own_home"; } ||
    refuse space
  # opened anew, as /dev/stderr is, it has to be the user's (docs/protocol.md 19.19)
  rm -f "$dir/pipe"
  mkfifo "$dir/pipe" && chown "$uid" "$dir/pipe" && : >"$dir/out" &&
    # its end has its place, also where the disk is full by then
    printf '%-40s\n' '' >"$dir/end.part" && write "$dir/begun" "$nonce" || refuse space
  echo "$seconds"
}

# runuser has a home of its own opinion.
go() {
  find_all
  exec env -i "USER=$user" "LOGNAME=$user" "PATH=${path:+$path:}$USUAL_PATH" LANG=C.UTF-8 TERM=dumb \
    "SERVER_PANEL_STEP=$nonce" "SERVER_PANEL_TEXT=$text" "$runuser" -u "$user" -- env "HOME=$home" bash -c "$RUN_TEXT"
}

main() {
  verb=$1 dir=$2 root=$3
  case $verb in
    ready | go) "$verb" ;;
    *) exit 2 ;;
  esac
}

main "$@"
exit
}
