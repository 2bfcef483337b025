/**
 * Programs that stand before this computer's own in the demo's shell, each a script of `sh`. They show the server's paths and
 * owners, which only a server's root could have for real:
 *
 *   DEMO_ROOT    the directory that is `/` of the server
 *   DEMO_NOTES   what is noted of inodes, a file each: `123.owner` has "1001:1001"; without one it is root's.
 *                `123.acl` has its ACL
 *   DEMO_GUARDS  a file with lines "WAY PATH" of all that is guarded: `i` and `a` by these attributes, `m` for a file system begins
 *                there, `r` for one that is read-only does
 *   DEMO_PATH    where the programs of this computer are
 *   DEMO_SH      its shell
 */
const shownTools: Readonly<Record<string, string>> = {
  // a script has its own path from the server, and goes with `cd` to those that it reads; from there on all are below DEMO_ROOT
  sh: `
case $1 in
  # what it is to do is there, and it goes nowhere
  -c) exec "$DEMO_SH" "$@" ;;
  "$DEMO_ROOT"/*) script=$1 ;;
  *) script=$DEMO_ROOT$1 ;;
esac
shift
exec "$DEMO_SH" -c '
cd() {
  demo_way=-L
  case $1 in
    -*) demo_way=$1 && shift ;;
  esac
  case $1 in
    # other programs take what steps have for a home as it is
    "$DEMO_ROOT" | "$DEMO_ROOT"/* | /tmp/server-panel-step-*) command cd "$demo_way" "$1" ;;
    /*) command cd "$demo_way" "$DEMO_ROOT$1" ;;
    *) command cd "$demo_way" "$1" ;;
  esac
}
. "$0"' "$script" "$@"
`,

  // absolute links lead below DEMO_ROOT; a dot keeps the line breaks at the end
  readlink: `
PATH=$DEMO_PATH
says=$(readlink "$@" && echo .) || exit
says=\${says%.}
case $says in
  "$DEMO_ROOT"/*) says=\${says#"$DEMO_ROOT"} ;;
esac
printf %s "$says"
`,

  chown: `
PATH=$DEMO_PATH
follow=-L
if [ "$1" = -h ]; then follow=; shift; fi
owner=$1
case $owner in
  *:*) ;;
  # a user alone; here each has a group of its own
  *) owner=$owner:$owner ;;
esac
shift
inodes=$(stat $follow -c %i "$@") || exit
for inode in $inodes; do
  echo "$owner" >"$DEMO_NOTES/$inode.owner" || exit
done
`,

  // with `--preserve` a copy is its source's owner's, and has its ACL: of two files, or of names in this directory after `-t DIRECTORY`
  cp: `
PATH=$DEMO_PATH
cp "$@" || exit
case "$*" in
  *--preserve*) ;;
  *) exit ;;
esac
into=
while :; do
  case \${1-} in
    -t) into=$2 && shift 2 ;;
    -*) shift ;;
    *) break ;;
  esac
done
[ $# != 0 ] || exit 0
if [ -n "$into" ]; then
  sources=$(stat -c %i "$@") && targets=$(cd "$into" && stat -c %i "$@") || exit
else
  sources=$(stat -c %i "$1") && targets=$(stat -c %i "$2") || exit
fi
set -- $targets
for source in $sources; do
  owner=0:0
  [ ! -e "$DEMO_NOTES/$source.owner" ] || read -r owner <"$DEMO_NOTES/$source.owner"
  echo "$owner" >"$DEMO_NOTES/$1.owner" || exit
  if [ -e "$DEMO_NOTES/$source.acl" ]; then
    read -r acl <"$DEMO_NOTES/$source.acl"
    echo "$acl" >"$DEMO_NOTES/$1.acl" || exit
  fi
  shift
done
`,

  // knows "%u:%g" in a format
  stat: `
PATH=$DEMO_PATH
follow=
[ "$1" != -L ] || {
  follow=-L
  shift
}
case $2 in
  *%u:%g*) ;;
  *) exec stat $follow "$@" ;;
esac
format=\${2%%"%u:%g"*}/:/%i/:/\${2#*"%u:%g"}
shift 2
says=$(stat $follow -c "$format" "$@") || exit
while IFS= read -r line; do
  after=\${line#*/:/}
  note=$DEMO_NOTES/\${after%%/:/*}.owner owner=0:0
  [ ! -e "$note" ] || read -r owner <"$note"
  printf '%s\\n' "\${line%%/:/*}$owner\${after#*/:/}"
done <<END
$says
END
`,
};

const guards = `
PATH=$DEMO_PATH

# whether it is guarded in one of these ways itself
is_guarded() { # ways, file
  [ ! -L "$2" ] || return
  while read -r way path; do
    case $1 in
      *$way*) [ ! "$2" -ef "$DEMO_ROOT$path" ] || return 0 ;;
    esac
  done <"$DEMO_GUARDS"
  return 1
}

refuse() {
  echo "\${0##*/}: $1: $2" >&2
  exit 1
}

directory_of() {
  directory=.
  case $1 in
    */*) directory=\${1%/*}/ ;;
  esac
}

# finds where its file system begins
mount_of() {
  directory_of "$1"
  whole=$(cd -P "$directory" && pwd)/\${1##*/}
  mount= mounted=
  while read -r way path; do
    case $way:$whole/ in
      [mr]:"$DEMO_ROOT$path"/*) [ \${#path} -lt \${#mount} ] || mount=$path mounted=$way ;;
    esac
  done <"$DEMO_GUARDS"
}

# whether its name can be made
make() {
  directory_of "$1"
  ! is_guarded i "$directory" || refuse "$1" 'Operation not permitted'
  mount_of "$1"
  [ "$mounted" != r ] || refuse "$1" 'Read-only file system'
}

# whether its name can be taken away
take() {
  directory_of "$1"
  ! is_guarded ia "$directory" && ! is_guarded ia "$1" || refuse "$1" 'Operation not permitted'
  ! is_guarded mr "$1" || refuse "$1" 'Device or resource busy'
  make "$1"
}

take_if_there() { [ ! -e "$1" ] && [ ! -L "$1" ] || take "$1"; }

# does it with each argument that is no option
operands() { # function, arguments
  act=$1
  shift
  for argument in "$@"; do
    case $argument in
      -*) ;;
      *) "$act" "$argument" ;;
    esac
  done
}

# takes away all that is in a directory but what is guarded there, with the directories above that
take_around() {
  [ -d "$1" ] && [ ! -L "$1" ] || return 0
  whole=$(cd -P "$1" && pwd)
  set --
  while read -r way path; do
    case $way:$DEMO_ROOT$path in
      [ia]:"$whole"/*) set -- "$@" ! -path "$DEMO_ROOT$path" ;;
    esac
  done <"$DEMO_GUARDS"
  [ $# != 0 ] || return 0
  find "$whole" ! -type d "$@" -exec rm -f {} +
  find "$whole" -depth -type d -exec rmdir {} + 2>/dev/null
  refuse "$whole" 'Operation not permitted'
}

# does it with each file that is linked or moved, and the name that it gets
each_pair() { # function, arguments
  act=$1
  shift
  for into in "$@"; do :; done
  while [ $# != 1 ]; do
    target=$into
    case $into in
      */) target=$into\${1##*/} ;;
    esac
    case $1 in
      -*) ;;
      *) "$act" "$1" "$target" ;;
    esac
    shift
  done
}
`;

/** Programs that refuse what attributes and mounts of the server forbid. */
const guardingTools: Readonly<Record<string, string>> = {
  ln: `${guards}
may_link() { # file, name
  make "$2"
  ! is_guarded ia "$1" || refuse "$1" 'Operation not permitted'
  mount_of "$2"
  there=$mount
  mount_of "$1"
  [ "$mount" = "$there" ] || refuse "$1" 'Invalid cross-device link'
}
each_pair may_link "$@"
exec ln "$@"
`,
  mv: `${guards}
may_move() { # file, name
  take "$1"
  make "$2"
  take_if_there "$2"
}
each_pair may_move "$@"
exec mv "$@"
`,
  rm: `${guards}operands take_if_there "$@"
case $1 in
  -*r*) operands take_around "$@" ;;
esac
exec rm "$@"
`,
  rmdir: `${guards}operands take_if_there "$@"\nexec rmdir "$@"\n`,
  mkdir: `${guards}operands make "$@"\nexec mkdir "$@"\n`,
  // as far as `lsattr -d DIRECTORY…`
  lsattr: `${guards}
shift
for directory in "$@"; do
  flags=--------------------
  ! is_guarded i "$directory" || flags=----i---------------
  ! is_guarded a "$directory" || flags=-----a--------------
  echo "$flags $directory"
done
`,
};

/** The name of a file that panels guard in each website. */
export const GUARDED_NAME = ".user.ini";

/** A program that refuses nothing unless that name is among its words, or a directory goes with all that is in it. */
function quickUnlessNamed(name: string, guarding: string): string {
  return `
case "\${0##*/} $*" in
  *${GUARDED_NAME}* | "rm -r"* | "rm -fr"*) ;;
  *) PATH=$DEMO_PATH && exec ${name} "$@" ;;
esac
${guarding}`;
}

/** The guarding programs where nothing is guarded but files that each website has. */
const quickTools = Object.fromEntries(
  ["ln", "mv", "rm"].map((name) => [name, quickUnlessNamed(name, guardingTools[name] ?? "")]),
);

/** The programs that a server needs, of which some take time where something is guarded that not each website has. */
export function shellTools(guarded: readonly string[]): Readonly<Record<string, string>> {
  if (guarded.length === 0) return shownTools;
  if (guarded.every((line) => line.startsWith("i ") && line.endsWith(`/${GUARDED_NAME}\n`)))
    return { ...shownTools, ...quickTools };
  return { ...shownTools, ...guardingTools };
}
