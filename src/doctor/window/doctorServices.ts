import type { Services } from "../../commands/context/services.ts";
import type { ResourceServices } from "../../commands/resources/resourceServices.ts";

/** The services of the doctor's commands. */
export type DoctorServices = ResourceServices &
  Pick<
    Services,
    | "clipboard"
    | "clock"
    | "computer"
    | "connections"
    | "connectionServices"
    | "dialogs"
    | "fixesFor"
    | "history"
    | "panels"
    | "reach"
    | "redactor"
    | "support"
    | "tree"
  >;
