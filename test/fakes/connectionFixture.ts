import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import type { ConnectionServices } from "../../src/connection/panelConnection.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import type { CallRecord } from "../../src/wire/client.ts";
import { FakeTransport, type FakeAnswer, type SentRequest } from "./fakeTransport.ts";
import { SteppedClock } from "./steppedClock.ts";
import { memoryFiles } from "./memoryFiles.ts";

/** The services of a window, with one transport for each connection that is made. */
export class ConnectionFixture implements ConnectionServices {
  readonly clock = new SteppedClock();
  readonly guard = new LockoutGuard({
    root: "/guard",
    clock: this.clock,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    files: memoryFiles(),
  });
  readonly transports: FakeTransport[] = [];
  readonly pins: (() => string | undefined)[] = [];
  readonly logged: (readonly [string, CallRecord])[] = [];
  readonly documentAlone = new Set<string>();
  readonly keysAsked: (string | undefined)[] = [];
  key: string | undefined = "PaneLLabKey0123456789abcdefABCDE";
  answer: (request: SentRequest) => FakeAnswer | Promise<FakeAnswer> = () => ({
    body: '{"memTotal":1,"version":"11.7.0"}',
  });

  readonly apiKey = async (record: PanelRecord): Promise<string | undefined> => {
    this.keysAsked.push(record.keyRef);
    return this.key;
  };

  readonly createTransport = ({ pin }: { readonly pin: () => string | undefined }): FakeTransport => {
    const transport = new FakeTransport((request) => this.answer(request));
    this.transports.push(transport);
    this.pins.push(pin);
    return transport;
  };

  readonly onCall = (record: PanelRecord, call: CallRecord): void => {
    this.logged.push([record.name, call]);
  };

  /** All that was sent, as method and path. */
  get sent(): readonly string[] {
    return this.transports.flatMap(({ sent }) => sent.map(({ method, url }) => `${method} ${url.pathname}`));
  }
}
