import type { NamedSteps } from "../../../texts/stepTexts.ts";
import type { Deployment } from "../../deploymentSetting.ts";
import type { Prepared } from "../../prepared.ts";
import type { DeployTo } from "../../targetNow.ts";
import type { DeploymentServer } from "../deploymentServer.ts";
import type { DeployingFolders, Deputy } from "../deployServices.ts";

/** What a deployment brings to its servers: a folder or a file of this computer. */
export interface DeploymentSource<Local extends LocalSource = LocalSource> {
  /** The only files of a folder that are brought, relative to it; absent: it is brought whole. */
  readonly part?: readonly string[];
  /** Finds what it takes the place of on a server. Throws `CommandAborted` and `PanelError`. */
  find(services: DeployingFolders, server: DeploymentServer, to: DeployTo): Promise<FoundTarget<Local>>;
  /** Reads what all servers get. Throws `CommandAborted`; `undefined`: the person turned away. */
  read(
    services: DeployingFolders,
    first: DeploymentServer,
    deputy: Pick<Partial<Deputy>, "by" | "say">,
  ): Promise<Local | undefined>;
}

/** A folder or a file of this computer that was read. */
export interface LocalSource {
  /** Its path, as people know it. */
  readonly shownPath: string;
  /** The deployment of the first server, with the names that the person had left out of the folder just now. */
  readonly deployment: Deployment;
}

/** What a deployment takes the place of on a server. */
export interface FoundTarget<Local extends LocalSource> {
  /** Labels of other websites with the same root. */
  readonly alsoServes: readonly string[];
  /** Compares what was read with the server. Throws `CommandAborted` and `PanelError`. */
  compare(services: DeployingFolders, to: DeployTo, local: Local): Promise<ComparedWithServer>;
}

/** A deployment that was compared with its server, and what a person is asked about its steps. */
export interface ComparedWithServer {
  readonly prepared: Prepared;
  readonly steps: NamedSteps | undefined;
}

/** A server that was compared with what is brought to it. */
export interface ComparedServer extends ComparedWithServer, Pick<LocalSource, "shownPath"> {
  readonly server: DeploymentServer;
  readonly to: DeployTo;
  readonly alsoServes: readonly string[];
  /** A person has said that the target, which is stopped, starts with it. */
  readonly startsStopped: boolean;
}
