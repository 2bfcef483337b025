import type { Services } from "../../commands/context/services.ts";

/** The services of the doctor's commands. */
export type DoctorServices = Pick<
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
