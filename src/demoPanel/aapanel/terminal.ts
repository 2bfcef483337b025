import { savedForTerminal } from "../bothEditions/savedForTerminal.ts";

/** The web terminal has what is saved for it, and no settings (docs/protocol.md 11.8). */
export const terminalHandlers = savedForTerminal;
