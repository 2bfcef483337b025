import type { CommandShape, RowVerb } from "./commandShape.ts";

/** The command of a verb. */
export type RowCommandId = `serverPanel.${RowVerb}`;

const COPY = { key: "ctrl+c", mac: "cmd+c" } as const;
const DELETE = { key: "delete", mac: "cmd+backspace" } as const;

/** The command of each verb: on the rows it was called on, or on one that a person picks among all that offer it. */
export const rowCommands: Readonly<Record<RowVerb, Omit<CommandShape, "verb">>> = {
  renew: { place: "1_mend@1", icon: "workspace-trusted", inline: 0, several: true, palette: "withPanels" },
  openInBrowser: { place: "1_open@1", icon: "link-external", inline: 1, palette: "withPanels" },
  openTerminal: { place: "1_open@2", icon: "terminal", inline: 1, palette: "withPanels" },
  openTerminalAs: { place: "1_open@3" },
  insert: { place: "1_open@4", icon: "insert", inline: 1, palette: "withPanels" },
  openFiles: { place: "1_open@5", palette: "withPanels" },
  followLog: { place: "1_open@6", palette: "withPanels" },
  openPort: { place: "1_open@7", palette: "withPanels" },
  find: { place: "files@1", beside: "1_open@9", icon: "search", several: true, palette: "withPanels" },
  findByName: { place: "files@2", palette: "withPanels" },
  compare: { place: "files@3", beside: "1_open@10" },
  download: { place: "files@4", beside: "1_open@11" },
  restart: { place: "3_change@1", icon: "debug-restart", inline: 1, several: true, palette: "withPanels" },
  start: { place: "3_change@2", icon: "play", inline: 2, several: true, palette: "withPanels" },
  stop: { place: "3_change@3", icon: "debug-stop", several: true, palette: "withPanels" },
  reload: { place: "3_change@4", icon: "refresh", inline: 0, several: true, palette: "withPanels" },
  pause: { place: "3_change@5", several: true },
  unpause: { place: "3_change@6", several: true },
  run: { place: "3_change@7", several: true, palette: "withPanels" },
  turnOn: { place: "3_change@8", several: true, palette: "withPanels" },
  turnOff: { place: "3_change@9", several: true, palette: "withPanels" },
  update: { place: "3_change@10", several: true },
  upgrade: { place: "3_change@11", several: true },
  changeSettings: { place: "settings@1", palette: "withPanels" },
  changePhp: { place: "settings@2", palette: "withPanels" },
  openConfiguration: { place: "settings@3", palette: "withPanels" },
  installCertificate: { place: "settings@4", palette: "withPanels" },
  orderCertificate: { place: "settings@5", palette: "withPanels" },
  changeLogPath: { place: "settings@6" },
  backUp: { place: "backups@1", several: true, palette: "withPanels" },
  downloadBackup: { place: "backups@2", palette: "withPanels" },
  createFile: { place: "3_change@14", icon: "new-file" },
  createFolder: { place: "3_change@15", icon: "new-folder" },
  upload: { place: "3_change@16" },
  unpack: { place: "3_change@17" },
  rename: { place: "3_change@18", keys: [{ key: "f2", where: "view" }] },
  changeAccess: { place: "3_change@19" },
  deploy: { place: "4_deploy@1", palette: "withPanels" },
  rollBack: { place: "4_deploy@2", palette: "withPanels" },
  addTask: { place: "settings@7", beside: "4_deploy@3", palette: "withPanels" },
  saveDeployment: { place: "settings@8", activity: "deployed", palette: "withPanels" },
  copyName: { place: "copy@1", beside: "5_copy@2", several: true, keys: [{ ...COPY, where: "view" }] },
  copy: { place: "copy@2", several: true },
  remove: { place: "9_destroy@1", several: true, keys: [{ ...DELETE, where: "view" }] },
};

export const rowVerbs = Object.keys(rowCommands) as readonly RowVerb[];
