import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortSleep } from "../../../fakes/quickSleep.ts";
import { failEach, type Verdict } from "../../faults/failEach.ts";
import { type RunResult, usualShell } from "./exchangeServer.ts";
import { LONG, processesWith } from "./stepProcesses.ts";
import { StepServer } from "./stepServer.ts";

const PROGRAMS = "cat chown env find grep id ls mkfifo mv rm runuser setsid sha1sum sleep".split(" ");

/** A server of steps on which a program can be put before others, and on which nothing goes on. */
class FailingServer extends StepServer {
  constructor() {
    super(usualShell);
    this.pauseBy(shortSleep);
  }

  tool(name: string, text: string): void {
    const at = join(this.base, "bin", name);
    rmSync(at, { force: true });
    writeFileSync(at, `#!/bin/sh\n${text}`, { mode: 0o755 });
  }

  /** Runs the step. What was cut has another hash than it says, and counts for nothing. */
  async step(id: string): Promise<RunResult | undefined> {
    return this.run("step", id, { step: "0" }).catch(() => undefined);
  }

  override remove(): void {
    for (const word of [`${LONG}5`, this.base]) endAll(word);
    super.remove();
  }
}

/** Ends all that has a word in its command line. */
function endAll(word: string): void {
  for (let left = processesWith(word); left.length > 0; left = processesWith(word))
    for (const pid of left)
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // it has ended meanwhile
      }
}

/** Steps that leave a process, by how that is known. */
const LEAVING = {
  environment: `setsid sleep ${LONG}5 >/dev/null 2>&1 & sleep 0.2`,
  output: `setsid env -i sleep ${LONG}5 & sleep 0.2`,
};

const isLeft = () => processesWith(`${LONG}5`).length > 0;

describe("programs that fail while a step runs", () => {
  let id: string;

  failEach({
    what: "it has ended well only where it has run, and left nothing only where nothing runs",
    programs: PROGRAMS,
    async begin() {
      const server = new FailingServer();
      id = await server.held();
      server.putStep(id, `: >${server.at("ran").toString()}; ${LEAVING.output}`);
      return server;
    },
    async run(server): Promise<Verdict> {
      const result = await server.step(id);
      if (result?.end !== "step" || !result.detail.startsWith("exited 0 ")) return "not done";
      return server.read("ran") === "" && isLeft() === !result.detail.endsWith(" left 0") ? "done" : "lie";
    },
  });

  for (const [known, text] of Object.entries(LEAVING))
    for (const verb of ["left", "end"])
      failEach({
        what: `nothing is left only where nothing runs, by its ${known}, where it is asked to “${verb}”`,
        programs: known === "environment" ? ["grep"] : ["ls"],
        async begin() {
          const server = new FailingServer();
          ({ id } = await server.ran(text));
          return server;
        },
        async run(server): Promise<Verdict> {
          const asked = `sh ${join(server.site, id, "job.sh")} ${verb} ${join(server.site, id, "steps/0")}`;
          const left = (await server.shellOutput(asked)).trim();
          if (left === "") return "not done";
          if (left === "0" && isLeft()) return "lie";
          // what cannot be looked at counts as one that runs
          return (left === "0") === !isLeft() ? "done" : "not done";
        },
      });

  failEach({
    what: "a step that was cut off has left nothing only where nothing runs",
    programs: ["sh", "grep"],
    async begin() {
      const server = new FailingServer();
      const { id: ran, at } = await server.ran(LEAVING.environment);
      id = ran;
      rmSync(join(at, "rc"));
      return server;
    },
    async run(server): Promise<Verdict> {
      const result = await server.step(id);
      if (result?.end === "running") return "done";
      return result?.end === "step" && isLeft() ? "lie" : "not done";
    },
  });
});
