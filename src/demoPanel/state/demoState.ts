import type { DemoCertificateOrder, DemoContainer, DemoJavaProject, SiteRecord } from "../records/demoRecords.ts";
import type { KnownEdition } from "../../wire/answers/operation.ts";
import type { ServerFiles } from "../records/serverFiles.ts";
import { seedCertificateOrders } from "../seed/seedCertificateOrders.ts";
import { seedContainers } from "../seed/seedContainers.ts";
import { seedJavaProjects } from "../seed/seedJavaProjects.ts";
import { seedFiles, seedSites, seedWeb } from "../seed/seedSites.ts";
import { seedTerminal } from "../seed/seedTerminal.ts";
import { seedUpgrade } from "../seed/seedUpgrade.ts";
import type { TerminalState } from "../records/terminalState.ts";
import type { UpgradeState } from "../records/upgradeState.ts";
import type { WebState } from "../records/webState.ts";

/** The PHP dependency manager of the server. */
export interface ComposerState {
  /** Empty where the panel cannot tell. */
  version: string;
  /** What an update would bring; `undefined` where the download fails, which the panel does not say. */
  available: string | undefined;
  /** Without any PHP nothing can be updated. */
  hasPhp: boolean;
}

/** Everything that a demo panel runs. Tests read it and change it in place. */
export interface DemoState {
  version: string;
  /** When the server was started, in milliseconds since the epoch. */
  bootedAt: number;
  readonly sites: SiteRecord[];
  readonly javaProjects: DemoJavaProject[];
  readonly containers: DemoContainer[];
  readonly web: WebState;
  readonly files: ServerFiles;
  readonly terminal: TerminalState;
  readonly certificateOrders: DemoCertificateOrder[];
  readonly composer: ComposerState;
  readonly upgrade: UpgradeState;
  /** Counts up, for what must be unique: process ids, and Docker's times where the clock stands still. */
  serial: number;
}

/** What is installed, of each edition. */
const versions: Readonly<Record<KnownEdition, string>> = { baota: "11.7.0", aapanel: "8.10.0" };

/** How long the server has been up: twelve days and some hours. */
const UP_MS = 12.3 * 86_400_000;

/** A server as it is found. @param now milliseconds since the epoch; certificates and start times count from it */
export function createState(now: number, edition: KnownEdition): DemoState {
  const sites = [...seedSites(now, edition)];
  const javaProjects = [...seedJavaProjects(now)];
  return {
    version: versions[edition],
    bootedAt: now - UP_MS,
    sites,
    javaProjects,
    containers: [...seedContainers(now)],
    web: seedWeb(Math.max(...[...sites, ...javaProjects].map(({ id }) => id))),
    files: seedFiles(sites.map(({ path }) => path)),
    terminal: seedTerminal(),
    certificateOrders: [...seedCertificateOrders(now)],
    composer: { version: "2.7.0", available: "2.8.1", hasPhp: true },
    upgrade: seedUpgrade(),
    serial: 4_200,
  };
}
