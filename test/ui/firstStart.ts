/** Sees whether `npm start` works in the project as it is: `node scripts/node.mjs test/ui/firstStart.ts`. */
import { projectDir } from "../../scripts/paths.ts";
import { seeNpmStart } from "./seeNpmStart.ts";

/** In ms; VS Code and a browser are installed on the way. */
const START_DEADLINE = 600_000;

await seeNpmStart(projectDir, START_DEADLINE);
// a person's first look must not hang on what a test has left open
process.exit();
