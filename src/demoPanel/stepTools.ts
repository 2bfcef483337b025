import { accounts } from "./serverFiles.ts";

const ids = [...accounts];

/** The part of `runuser` that runs a script of ours, which is no step: what it makes in this directory is that user's. */
export const runScript = `
if [ -z "\${SERVER_PANEL_TEXT+set}" ]; then
  DEMO_USER=$2
  export DEMO_USER
  shift 4
  before=$DEMO_NOTES/before.$$
  : >"$before"
  "$DEMO_SH" "$@"
  code=$?
  PATH=$DEMO_PATH
  case $DEMO_USER in
${ids.map(([name, id]) => `    ${name}) owner=${id}:${id} ;;`).join("\n")}
  esac
  find . ! -path . -cnewer "$before" -exec stat -c %i {} + | while read -r inode; do
    [ -e "$DEMO_NOTES/$inode.owner" ] || echo "$owner" >"$DEMO_NOTES/$inode.owner"
  done
  rm -f "$before"
  exit "$code"
fi
`;

/** What a step is told that has the demo's server run something: in both languages of the product, for a shell does not know which one is shown. */
const PRETENDED = "The demo panel runs no commands: it takes this one for done. 演示面板不运行命令，视为已成功。";

/** What the programs of the documents' examples write where there is nothing to do; a project of Node.js has its packages then. */
const pretend = `
pretend() {
  case "$*" in
    composer*)
      echo "Installing dependencies from lock file"
      echo "Nothing to install, update or remove"
      ;;
    *"artisan migrate"*) echo "   INFO  Nothing to migrate." ;;
    *"artisan optimize"*) echo "   INFO  Caching framework bootstrap, configuration, and metadata." ;;
    "npm "*)
      mkdir -p node_modules
      echo "up to date"
      ;;
    *"pip install"*) echo "Requirement already satisfied" ;;
    *"manage.py migrate"*) echo "  No migrations to apply." ;;
    *"manage.py collectstatic"*) echo "0 static files copied" ;;
  esac
}
`;

/**
 * Programs that a server has for steps, whether this computer has them or not, each a script of `sh`. The commands of a step are not run
 * on the computer of whoever tries the demo: its `runuser` does what needs no program, and takes all else for done, which it says.
 */
export const stepTools: Readonly<Record<string, string>> = {
  // of whoever runs it, if nobody is named
  id: `
case $*:\${DEMO_USER-root} in
  -u:root) echo 0 && exit ;;
  -un:*) echo "\${DEMO_USER-root}" && exit ;;
esac
case \${2-\${DEMO_USER-root}} in
${ids.map(([name, id]) => `  ${name}) echo ${id} ;;`).join("\n")}
  *)
    echo "id: '$2': no such user" >&2
    exit 1
    ;;
esac
`,

  getent: `
case $2 in
${ids.map(([name, id]) => `  ${name} | ${id}) echo "${name}:x:${id}:${id}::/home/${name}:/sbin/nologin" ;;`).join("\n")}
  *) exit 2 ;;
esac
`,

  // the text of a step is in its environment; it ends with the code of its last line
  runuser: `
${runScript}exec 7>&-
PRETENDED="${PRETENDED}"
${pretend}code=0 told=
while IFS= read -r line; do
  set -f
  set -- $line
  set +f
  code=0
  case \${1-} in
    '' | '#'*) ;;
    echo)
      shift
      printf '%s\\n' "$*"
      ;;
    true) ;;
    false) code=1 ;;
    sleep)
      sleep "\${2-0}"
      code=$?
      ;;
    exit)
      case \${2-0} in
        *[!0-9]*) exit 2 ;;
      esac
      exit "\${2-0}"
      ;;
    *)
      pretend "$@"
      [ -n "$told" ] || echo "$PRETENDED"
      told=yes
      ;;
  esac
done <<END
$SERVER_PANEL_TEXT
END
exit "$code"
`,
};
