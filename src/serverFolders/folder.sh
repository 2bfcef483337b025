# What the scripts about directories share; it is sent before each of them, as one text. They run in the directory of their job, which
# has what they are told as files. What they write are records, one for each NUL; names of files are bytes.
set -u
LC_ALL=C
export LC_ALL
umask 077
job=$PWD
# `sort` puts here what does not fit in memory
TMPDIR=$job
export TMPDIR

# writes a record
say() { printf '%s\0' "$*"; }

# ends because of something that whoever asks has a sentence for
give_up() {
  say "end $*"
  exit 0
}

needs() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null || give_up missing "$tool"
  done
}

# reads a file that has one text, with the line breaks at its end
told() {
  text=$(cat "$job/$1" && echo .) || exit
  text=${text%.}
}

# goes to the directory that is asked about, whatever links its path has
enter() {
  told directory
  cd -P "$text" 2>/dev/null || give_up notFound
}

# whether find has listed all, or has said what it could not read: NUMBER with which it has ended
is_listed() {
  case $1 in
    0) ;;
    1) [ -s "$job/unlisted" ] ;;
    *) return 1 ;;
  esac
}

# lists all that is below this directory, as records "TYPE SIZE TIME PATH", and then how much could not be read
list_below() {
  find . -mindepth 1 -printf '%y %s %T@ %P\0' 2>"$job/unlisted"
  is_listed $? && unlisted=$(wc -l <"$job/unlisted") || return
  say "! $unlisted"
}

# bytes that are free where this directory is
free_here() {
  said=$(df -Pk .) || return
  # the last line
  set -- ${said##*
}
  echo "$(($4 * 1024))"
}
