/** Has a demo panel run the commands of steps for real, with this computer's bash, in the directory of the demo's server. */
export const runningCommands: Readonly<Record<string, string>> = {
  // runuser -u NAME -- COMMAND…
  runuser: `
shift 3
PATH=$DEMO_PATH
exec "$@"
`,
};
