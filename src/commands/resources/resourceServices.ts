import type { Workbench } from "../../ports/workbench.ts";
import type { Acting, Services } from "../context/services.ts";

/** The services of commands on resources. */
export type ResourceServices = Acting &
  Workbench &
  Pick<
    Services,
    | "certificateLimits"
    | "clock"
    | "configurations"
    | "keyTargets"
    | "lookAtFiles"
    | "memento"
    | "readPages"
    | "reveal"
    | "showAgain"
    | "store"
  >;
