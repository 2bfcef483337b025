import { runMocha } from "./test/runMocha.ts";
import { end } from "./test/atEnd.ts";
const r = await runMocha({ files: process.argv.slice(2), grep: process.env.G });
await end();
console.log(`${r.passed} passed, ${r.failed} failed`); for (const line of r.remarks) console.log(line);
process.exit(r.failed ? 1 : 0);
