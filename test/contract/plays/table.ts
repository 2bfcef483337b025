import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import type { PlayTable } from "../play.ts";
import { aapanelPlays } from "./aapanel.ts";
import { authenticationPlays } from "./authentication.ts";
import { containerPlays } from "./containers.ts";
import { javaPlays } from "./java.ts";
import { maintenancePlays } from "./maintenance.ts";
import { sitePlays } from "./sites.ts";
import { terminalPlays } from "./terminal.ts";

/** Every recorded exchange, by the name of its recording. */
export const plays: Readonly<Record<KnownEdition, PlayTable>> = {
  baota: {
    ...authenticationPlays,
    ...sitePlays,
    ...javaPlays,
    ...containerPlays,
    ...terminalPlays,
    ...maintenancePlays,
  },
  aapanel: aapanelPlays,
};
