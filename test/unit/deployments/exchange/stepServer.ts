import assert from "node:assert/strict";
import { chmodSync, chownSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, stepUser, type RunOptions, type StepOptions } from "./exchangeServer.ts";

/** How a step has ended, and what it has written. */
interface RanStep {
  readonly id: string;
  /** The step's directory. */
  readonly at: string;
  readonly out: Buffer;
  readonly end: string;
  readonly text: string;
}

/** A website of one page on a server that runs steps. */
export class StepServer extends ExchangeServer {
  constructor(shell: string) {
    super(shell);
    chmodSync(this.base, 0o755);
    this.put("page", "old");
    if (process.getuid?.() === 0) chownSync(this.root, stepUser.uid, stepUser.uid);
  }

  /** Holds an exchange, after which steps may run, and says its id. */
  async held(): Promise<string> {
    const id = await this.upload([record.replace("page", "old", "new")], { hold: "installation" });
    const result = await this.run("exchange", id);
    assert.equal(result?.end, "held", this.errors(id));
    return id;
  }

  /** Has a step run after a held exchange. */
  async ran(
    text: string | Buffer,
    options: StepOptions & Pick<RunOptions, "before" | "environment"> = {},
  ): Promise<RanStep> {
    const id = await this.held();
    const { step = "0", before, environment } = options;
    const at = this.putStep(id, text, options);
    const result = await this.run("step", id, {
      step,
      ...(before !== undefined && { before }),
      ...(environment !== undefined && { environment }),
    });
    const out = existsSync(join(at, "out")) ? readFileSync(join(at, "out")) : Buffer.alloc(0);
    return { id, at, out, end: `${result?.end} ${result?.detail}`, text: out.toString() };
  }
}
