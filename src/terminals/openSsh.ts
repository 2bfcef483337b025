import * as l10n from "@vscode/l10n";
import type { Terminal } from "../ports/workbench.ts";
import type { ResourceServices } from "../commands/resources/resourceServices.ts";
import { sshArguments, type SshLogin } from "./sshLogin.ts";

/** Opens and shows a terminal that runs ssh; shows a message if there is no ssh. */
export async function openSsh(
  { dialogs, terminals }: Pick<ResourceServices, "dialogs" | "terminals">,
  name: string,
  login: SshLogin,
): Promise<Terminal | undefined> {
  if (!(await terminals.canRun("ssh"))) {
    const message = l10n.t(
      "No “ssh” program was found on this computer. Install OpenSSH, restart VS Code, and try again.",
    );
    await dialogs.tell({ severity: "error", message });
    return undefined;
  }
  const terminal = terminals.create({
    name: l10n.t("ssh {0}", name),
    shellPath: "ssh",
    shellArgs: sshArguments(login),
  });
  terminal.show();
  return terminal;
}
