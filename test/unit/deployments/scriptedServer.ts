import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import type { ScriptContext } from "../../../src/deployments/serverRun.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { listOf } from "../../fakes/rows.ts";

const sha1 = (text: string | Buffer) => createHash("sha1").update(text).digest("hex");

/** How a run of the script ends; `undefined`: nobody sees its end. */
export interface ScriptedEnd {
  readonly end: string;
  readonly detail?: string;
}

/** A server whose runs of the script end as a test says, and which has the files that it names. */
export class ScriptedServer {
  readonly script = {
    exchange: Buffer.from("#!/bin/sh\n"),
    step: Buffer.from("#!/bin/sh\n# step\n"),
    job: Buffer.from("#!/bin/sh\n# job\n"),
  };
  readonly files = new Map<string, string>();
  readonly calls: FakeCalls;

  constructor(endOf: (verb: string, id: string) => ScriptedEnd | undefined) {
    let words: readonly string[] = [];
    this.calls = new FakeCalls({
      "scheduledTask.add": ({ script: line }) => {
        words = line.split(" ");
        return { id: 1 };
      },
      "scheduledTask.toggle": () => ({ msg: "" }),
      "scheduledTask.run": () => ({ msg: "" }),
      "scheduledTask.remove": () => ({ msg: "" }),
      "scheduledTask.log": () => {
        const [, , verb = "", id = "", nonce = ""] = words;
        const ended = endOf(verb, id);
        return { text: ended === undefined ? "" : this.#line({ verb, id, nonce }, ended) };
      },
      "file.stat": ({ paths }) =>
        listOf(
          paths.map((path) => ({
            path,
            exists: this.files.has(path),
            isFile: true,
            bytes: this.files.get(path)?.length ?? 0,
          })),
        ),
      "file.upload": ({ directory, name, bytes }) => {
        this.files.set(posix.join(directory, name), Buffer.from(bytes).toString());
        return { there: undefined };
      },
      "file.hash": ({ path }) => sha1(this.files.get(path) ?? ""),
      "file.read": ({ path }) => {
        const bytes = Buffer.from(this.files.get(path) ?? "");
        return { bytes: new Uint8Array(bytes), from: 0, total: bytes.length };
      },
    });
  }

  /** The line of a run as a log has it. */
  #line(run: Readonly<Record<"verb" | "id" | "nonce", string>>, { end, detail = "" }: ScriptedEnd): string {
    const lists = { trouble: [], kept: [], copies: [] };
    const result = JSON.stringify({
      version: 1,
      ...run,
      script: sha1(this.script.exchange),
      end,
      detail,
      ...lists,
      removed: 0,
      freed: 0,
    });
    return `server-panel ${run.nonce} ${sha1(result)} ${result}\n`;
  }

  context(): ScriptContext {
    return {
      callFor: () => this.calls.callFor(),
      clock: new LeapingClock(),
      signal: new AbortController().signal,
      script: this.script,
      installation: "aa",
      temporary: tmpdir(),
      leftTasks: new Set(),
    };
  }
}
