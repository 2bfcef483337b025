/**
 * Programs that stand before those of this computer in the demo's shell, each a script of `sh`. They show the server's paths and
 * owners, which only a server's root could have for real:
 *
 *   DEMO_ROOT    the directory that is `/` of the server
 *   DEMO_NOTES   what is noted of inodes, a file each: `123.owner` has "1001:1001"; without one it is root's
 *   DEMO_PATH    where the programs of this computer are
 *   DEMO_SH      its shell
 */
export const shellTools: Readonly<Record<string, string>> = {
  // a script has its own path from the server, and goes with `cd` to those that it reads; from there on all are below DEMO_ROOT
  sh: `
case $1 in
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
    "$DEMO_ROOT" | "$DEMO_ROOT"/*) command cd "$demo_way" "$1" ;;
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
owner=$1
shift
inodes=$(stat -L -c %i "$@") || exit
for inode in $inodes; do
  echo "$owner" >"$DEMO_NOTES/$inode.owner" || exit
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
