import type { Choosing, Services } from "../context/services.ts";

/** What commands on panels work with. */
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
