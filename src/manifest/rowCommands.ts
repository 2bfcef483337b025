import { copiesOf, resourceKinds, resourceOf, type CopyId, type ResourceKind } from "../resources/resources.ts";
import type { ResourceState } from "../resources/resource.ts";
import { isInPalette } from "./pickedCommands.ts";
import type { CommandShape } from "./commandShape.ts";

/** The command of something that a person can do with a row and that changes nothing. */
export type RowCommandId =
  `serverPanel.${`${ResourceKind}.${"followLog" | "openPort" | "downloadBackup" | "openConfiguration"}` | CopyId}`;

/** Follow Log, Open Port, Download Backup, Open Configuration and the copies of each kind, as far as the resource table has them. */
export function rowCommands(): Readonly<Record<string, CommandShape>> {
  return Object.fromEntries(
    resourceKinds.flatMap((kind) => {
      const { log, ports, backups, configurations } = resourceOf(kind);
      const command = (name: string, offered: readonly ResourceState[], more: Partial<CommandShape>) =>
        [
          `serverPanel.${kind}.${name}`,
          {
            palette: isInPalette(name) ? "withPanels" : "never",
            nodes: offered.map((state) => `${kind}.${state}`),
            ...more,
          },
        ] satisfies [string, CommandShape];
      return [
        ...(log?.offered === undefined ? [] : [command("followLog", log.offered, { place: "1_open@1" })]),
        ...(ports === undefined ? [] : [command("openPort", ports.offered, { place: "1_open@4" })]),
        ...(backups === undefined ? [] : [command("downloadBackup", backups.offered, { place: "3_backups@2" })]),
        ...(configurations === undefined
          ? []
          : [command("openConfiguration", configurations.offered, { place: "1_open@6" })]),
        // after the name
        ...copiesOf(kind).map(([name, { offered }], index) =>
          command(name, offered, { palette: "never", place: `5_copy@${index + 2}`, several: true }),
        ),
      ];
    }),
  );
}
