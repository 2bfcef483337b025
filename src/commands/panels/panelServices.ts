import type { Choosing, Services } from "../context/services.ts";

/** Services of the commands on panels. */
export type PanelServices = Choosing &
  Pick<
    Services,
    | "browser"
    | "changes"
    | "clipboard"
    | "connectionServices"
    | "demo"
    | "drawOpen"
    | "fileDialogs"
    | "guide"
    | "keyTargets"
    | "log"
    | "redactor"
    | "reveal"
    | "store"
  >;
