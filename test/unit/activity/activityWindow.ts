import { ActivityLog } from "../../../src/activity/activityLog.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

// a window of its own for activityLogProcesses.test.ts: appends its lines as fast as it can, prints what went wrong
const [root = "", name = "", lines = "0"] = process.argv.slice(2);
const log = new TestLog();
const activity = new ActivityLog({ root, clock: systemClock, log, redact: (text) => text });
// long enough that the file is set aside while both write
const panel = "密".repeat(200);

for (let line = 0; line < Number(lines); line++) {
  const label = `${name} ${line} ${"字".repeat(180)}`;
  await activity.append(actionRecord({ target: { key: "", label } }), panel);
}
process.stdout.write(log.lines.join("\n"));
