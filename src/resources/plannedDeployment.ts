/** A deployment or roll back as the person saw it in its preview. */
export interface DeploymentInput {
  /** Name of the deployment. */
  readonly name: string;
  /** The directory on the server. */
  readonly directory: string;
  readonly counts?: {
    readonly added: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly removed: number;
  };
  /** Bytes of the files that are sent. */
  readonly bytes?: number;
  /** The only file that is sent, as people know it on this computer; `modified` in milliseconds since the epoch. */
  readonly local?: { readonly path: string; readonly modified: number };
  /** The source folder, as people know it on this computer. */
  readonly source?: string;
  /** Files to be replaced that somebody has changed on the server, or that no deployment has placed; relative to `directory`. */
  readonly replaced?: readonly string[];
  /** What it goes to, by its id in the table of targets. */
  readonly targetKind?: string;
  /** Names of other projects that run the same file. */
  readonly sharedBy?: readonly string[];
  /** What the project does then; a website has none. */
  readonly project?: "restarts" | "staysStopped" | "starts";
  /** Of a release: what the website serves then, below its own directory. */
  readonly runPath?: string;
  /** What the server runs before and after the files are there. */
  readonly steps?: readonly PlannedStep[];
  /** How a person will know that it is well. */
  readonly checks?: PlannedChecks;
  /** For a roll back: the deployments that it undoes, the latest first. */
  readonly ids?: readonly string[];
}

/** What follows once the files of a deployment are there. */
export interface PlannedChecks {
  /** An address that is asked. */
  readonly address?: string | undefined;
  /** For how many seconds it is watched. */
  readonly watch?: number | undefined;
  /** Goes back if the address answers worse than before. */
  readonly rollsBack?: boolean | undefined;
}

/** A step of a deployment, as a preview names it. */
export interface PlannedStep {
  readonly name: string;
  readonly when: "before" | "after";
  /** As whom the server runs it. */
  readonly user: string;
}
