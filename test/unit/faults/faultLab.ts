import { once } from "node:events";
import { createRequire, syncBuiltinESMExports } from "node:module";
import * as net from "node:net";
import * as tls from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { callbackify } from "node:util";
import { Worker } from "node:worker_threads";
import { type DemoPanel, type DemoPanelOptions, startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { settled, SteppedClock } from "../../fakes/steppedClock.ts";
import { type CertificateName, testCertificate } from "../../wire/certificates.ts";
import { startConnectProxy } from "../../wire/connectProxy.ts";
import { patchHttps } from "../../wire/proxiedHttps.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../../wire/wireServer.ts";

/** The addresses of a name, or the code of the error in their place; `silence`: no answer. */
type Name = readonly string[] | "ENOTFOUND" | "EAI_AGAIN" | "silence";

/** Of the calls that rows make. */
const LONGEST_DEADLINE_MS = 60_000;

/** Makes real faults, on 127.0.0.0/8 alone. Whoever makes one closes it. */
export class FaultLab {
  /** Runs as the machine's does, and can be set on. */
  readonly clock = new SteppedClock({ speed: 1 });
  readonly #servers: WireServer[] = [];
  readonly #undo: (() => unknown)[] = [];
  readonly #waits: Promise<void>[] = [];

  async serve(options: WireServerOptions): Promise<WireServer> {
    const server = await startWireServer(options);
    this.#servers.push(server);
    this.later(() => server.close());
    return server;
  }

  async demo(options: DemoPanelOptions): Promise<DemoPanel> {
    const panel = await startDemoPanel(options);
    this.later(() => panel.close());
    return panel;
  }

  /** Undoes something when the lab is closed, the last thing first. */
  later(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Connections that servers still have. */
  get open(): number {
    return this.#servers.reduce((sum, server) => sum + server.open(), 0);
  }

  /** Lets as much time pass soon as any call has: whoever waits then has waited in vain. */
  readonly wait = (): void => void this.#waits.push(this.#wait());

  /** Resolves when no time passes any more but the machine's. */
  async waited(): Promise<void> {
    await Promise.all(this.#waits.splice(0));
  }

  /** Goes on like this until the lab is closed. */
  hurry(): void {
    const hurrying = setInterval(this.wait, 100);
    this.later(() => clearInterval(hurrying));
  }

  async #wait(): Promise<void> {
    await sleep(20);
    await this.clock.pass(LONGEST_DEADLINE_MS);
    // servers have the time of the machine
    this.clock.setBy -= LONGEST_DEADLINE_MS;
  }

  /** A port on which nobody listens. */
  async closedPort(): Promise<number> {
    const server = await startWireServer();
    await server.close();
    return server.port;
  }

  /** A port whose system answers no further connection: nobody takes those that wait there. */
  async blackHole(): Promise<number> {
    const end = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(LISTEN_AND_SLEEP, { eval: true, workerData: end });
    const [port] = (await once(worker, "message")) as [number];
    const waiting: net.Socket[] = [];
    this.later(async () => {
      for (const socket of waiting) socket.destroy();
      Atomics.store(end, 0, 1);
      Atomics.notify(end, 0);
      await once(worker, "exit");
    });
    for (;;) {
      const socket = net.connect(port, "127.0.0.2").on("error", () => undefined);
      waiting.push(socket);
      await Promise.race([once(socket, "connect"), sleep(200)]);
      // on a busy machine the time may be over before a connection is noticed
      await settled();
      if (socket.connecting) return port;
    }
  }

  /** Makes the system trust a certificate. */
  trust(name: CertificateName): void {
    const roots = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...roots, testCertificate(name).cert]);
    this.later(() => tls.setDefaultCACertificates(roots));
  }

  /** Answers in place of the system's resolver. */
  resolve(name: Name): void {
    const answer = async (): Promise<readonly LookedUp[]> => {
      if (name === "silence") {
        this.hurry();
        return new Promise(() => undefined);
      }
      if (typeof name === "string") throw Object.assign(new Error(name), { code: name });
      return name.map((address) => ({ address, family: 4 }));
    };
    const lookup = (_: string, { all }: { readonly all?: boolean }, done: (...given: unknown[]) => void): void =>
      callbackify(answer)((error, found) => {
        if (error instanceof Error) done(error);
        else if (all === true) done(null, found);
        else done(null, found[0]?.address, 4);
      });
    const require = createRequire(import.meta.url);
    for (const [id, replaced] of [
      ["node:dns", lookup],
      ["node:dns/promises", answer],
    ] as const) {
      const module = require(id) as { lookup: unknown };
      const { lookup: original } = module;
      module.lookup = replaced;
      this.later(() => {
        module.lookup = original;
        syncBuiltinESMExports();
      });
    }
    syncBuiltinESMExports();
  }

  /** Sends requests over https through a proxy to our servers. @param status another than 200 refuses */
  async proxy(status = 200): Promise<void> {
    const proxy = await startConnectProxy(status, "127.0.0.2");
    this.later(() => proxy.close());
    this.through(proxy.port);
  }

  /** Sends requests over https to a port in place of a proxy. */
  through(port: number): void {
    this.later(patchHttps(port));
  }

  async close(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) await undo();
  }
}

interface LookedUp {
  readonly address: string;
  readonly family: number;
}

/** A thread that listens and then sleeps, so that its connections fill the shortest queue that there is. */
const LISTEN_AND_SLEEP = `
  const { parentPort, workerData } = require("node:worker_threads");
  const server = require("node:net").createServer((socket) => socket.destroy());
  server.listen(0, "127.0.0.2", 1, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => {
      Atomics.wait(workerData, 0, 0);
      server.close();
    });
  });
`;
