import * as l10n from "@vscode/l10n";
import { publishedPorts } from "../../resources/publishedPorts.ts";
import type { Container } from "../../wire/operations/containers.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import { copyCommand } from "./copyCommand.ts";

// entries added by hand have no row

export const copyContainerId = copyCommand(
  "container",
  l10n.t("Copy Container ID"),
  ({ row }) => (row as Container | undefined)?.id,
);

export const copyContainerImage = copyCommand(
  "container",
  l10n.t("Copy Container Image"),
  ({ row }) => (row as Container | undefined)?.image,
);

/** The published ports, separated by spaces. */
export const copyContainerPort = copyCommand("container", l10n.t("Copy Container Port"), ({ row }) =>
  listed(publishedPorts((row as Container | undefined)?.ports ?? []).map(({ port }) => port)),
);

/** The configured port, else the ports on which it listens. */
export const copyProjectPort = copyCommand("javaProject", l10n.t("Copy Java Project Port"), ({ row }) => {
  const { port, listening = [] } = (row as JavaProject | undefined) ?? {};
  return port === undefined || port === "" ? listed(listening) : port;
});

export const copyProjectProcess = copyCommand("javaProject", l10n.t("Copy Java Project Process ID"), ({ row }) =>
  listed((row as JavaProject | undefined)?.pids ?? []),
);

export const copyProjectLogPath = copyCommand(
  "javaProject",
  l10n.t("Copy Java Project Log Path"),
  ({ row }) => (row as JavaProject | undefined)?.logPath,
);

function listed(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].join(" ");
}
