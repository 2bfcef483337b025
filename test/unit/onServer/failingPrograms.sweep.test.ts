import { existsSync, readFileSync } from "node:fs";
import { readJobEnd } from "../../../src/onServer/jobFiles.ts";
import { eventually } from "../../eventually.ts";
import { usualShell } from "../deployments/exchange/exchangeServer.ts";
import { failEach, type Verdict } from "../faults/failEach.ts";
import { JobServer } from "./jobServer.ts";

const PROGRAMS = "cat chmod find flock grep mkfifo mv nice setsid sleep stat tail tar".split(" ");

/** What a job writes, in which nothing fails. */
const WHOLE = "a line\n".repeat(1000);

/** A job server on which a program can be put before others. */
class FailingServer extends JobServer {
  tool(name: string, text: string): void {
    this.setTool(name, text);
  }

  /** Waits until nothing of a job runs. */
  async isOver(id: string): Promise<void> {
    await eventually(
      () => this.running(id),
      (running) => running.length === 0,
      30_000,
    );
  }
}

// it finds its processes by /proc, as on a server
if (process.platform === "linux")
  describe("programs that fail while a job runs", () => {
    failEach({
      what: "it has ended well only where all is there that it has written, and nothing of it runs",
      programs: PROGRAMS,
      begin: () => new FailingServer(usualShell),
      async run(server): Promise<Verdict> {
        const work =
          'printf \'%s\\n\' "$(while read -r line; do echo "$line"; done <inputs)"; while [ ! -e goes ]; do :; done';
        const id = server.put(work, { inputs: { inputs: WHOLE } });
        await server.begin(id, { seconds: 30 });
        await server.isOver(id);
        const end = server.at(id, "end");
        const written = existsSync(end) ? readJobEnd(readFileSync(end)) : undefined;
        if (written?.kind !== "ended" || written.code !== 0) return "not done";
        return server.read(id, "out") === WHOLE && server.running(id).length === 0 ? "done" : "lie";
      },
    });

    failEach({
      what: "it is gone only where nothing of it runs",
      programs: ["grep", "rm"],
      begin: () => new FailingServer(usualShell),
      async run(server): Promise<Verdict> {
        const id = server.put("setsid sleep 1000 & sleep 1000");
        if ((await server.begin(id))?.kind !== "begun") return "not done";
        const word = await server.over(id);
        if (word?.kind !== "gone") return "not done";
        return server.running(id).length === 0 ? "done" : "lie";
      },
    });
  });
