import type { Workbench } from "../../ports/workbench.ts";
import type { Acting, Services } from "../context/services.ts";

/** Services of the commands on resources. */
export type ResourceServices = Acting &
  Workbench &
  Pick<Services, "keyTargets" | "memento" | "readPages" | "reveal" | "showAgain" | "store">;
