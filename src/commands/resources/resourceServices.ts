import type { Workbench } from "../../ports/workbench.ts";
import type { Acting, Services } from "../context/services.ts";

/** What commands on what a panel runs work with. */
export type ResourceServices = Acting &
  Workbench &
  Pick<Services, "keyTargets" | "memento" | "readPages" | "reveal" | "showAgain" | "store">;
