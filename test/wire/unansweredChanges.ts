import { AbandonedChanges, type AskedPanel } from "../../src/actions/abandonedChanges.ts";
import { findRowAction, type ResourceRequest } from "../../src/actions/actionRequest.ts";
import { ActionRunner, type Finished } from "../../src/actions/actionRunner.ts";
import { sendingSteps } from "../../src/actions/changeJournal.ts";
import type { Outcome } from "../../src/actions/outcome.ts";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../src/connection/panelConnection.ts";
import { Endpoints } from "../../src/demoPanel/dispatcher.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { isOn } from "../../src/resources/feature.ts";
import type { ActionInput, SettingInput } from "../../src/resources/resource.ts";
import { actionsOf, resourceKinds, resourceOf, type ResourceKind } from "../../src/resources/resources.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import { settingAction } from "../../src/siteSettings/settingAction.ts";
import { settingNames, type SettingName } from "../../src/siteSettings/siteSettings.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { operations } from "../../src/wire/operations/operations.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { LeapingClock } from "../fakes/leapingClock.ts";
import { memoryFiles } from "../fakes/memoryFiles.ts";
import { panelRecord } from "../fakes/rows.ts";
import { SteppedClock } from "../fakes/steppedClock.ts";
import { checkedPair } from "../unit/certificates/pairs.ts";
import { startGateway, type Fate, type Gateway } from "./gateway.ts";

/** What a gateway says in place of the panel. */
export const answers = [500, 502, 504, 404, "login", "cut", 200, "yes"] as const satisfies readonly Fate[];
export type GatewayAnswer = (typeof answers)[number];

/** An action of the resource table, or a setting of a website. */
export interface TableAction {
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly setting?: SettingInput;
}

/** What the product says of a change that never reached the panel. */
export interface End extends TableAction {
  readonly after: GatewayAnswer | `abandoned while ${(typeof sendingSteps)[number]}`;
  readonly outcome: Outcome;
  /** Changes that the gateway has kept from the panel. */
  readonly kept: number;
}

/** The actions that panels of an edition have, from the table, so that a new one is among them. */
export function actionsOn(edition: KnownEdition): readonly TableAction[] {
  return resourceKinds.flatMap((kind) =>
    actionsOf(kind)
      .map(([verb]) => ({ kind, verb }))
      .filter((action) => isOn(edition, action)),
  );
}

/** What each setting is to be on a demo panel. */
const SETTINGS: Readonly<Record<SettingName, string>> = {
  addDomain: "new.example.com",
  removeDomain: "example.com",
  httpsRedirect: "on",
  runPath: "/public",
  phpMemory: "64",
  phpUpload: "64",
  phpTime: "64",
  lastDay: "2031-12-31",
  note: "new",
};

/** The settings of websites, from their table. */
export const settingChanges: readonly TableAction[] = settingNames.map((name) => ({
  kind: "site",
  verb: "changeSetting",
  setting: { name, value: SETTINGS[name] },
}));

/** Whether an end claims that something has happened; that it made no difference is true where the panel has answered. */
export function isFalse({ outcome, kept, after }: End): boolean {
  if (outcome.kind === "unchanged") return after !== "yes";
  return outcome.kind === "done" || (outcome.kind === "already" && kept > 0);
}

/** Choices by the verb of the action that needs them. */
export type Choices = Readonly<Partial<Record<Verb, ActionInput>>>;

/** Those of demo panels. */
const USUAL_CHOICES: Choices = {
  changeLogPath: { path: "/www/wwwlogs/elsewhere" },
  changePhp: { php: "74" },
  // of a website that has no certificate, whatever it is called
  installCertificate: { certificate: { ...checkedPair(Date.now()), replaces: "none" } },
  orderCertificate: { order: { domains: ["docs.example.com"], replaces: "none" } },
};

/** The longest of what has to last is ten seconds. */
const WAIT_MS = 12_000;

/** More rows than these are not tried where nothing was sent. */
const MOST_ROWS = 10;

interface PanelBehind {
  readonly edition: KnownEdition;
  readonly address: string;
  readonly key: string;
  readonly pin?: string | undefined;
}

/**
 * The product before a gateway that answers every change itself, so that nothing happens behind it, and passes on reads alone:
 * it can be tried on any panel. Its waits leap. Whoever opens one closes it.
 */
export class UnansweredChanges {
  readonly #gateway: Gateway;
  readonly #connection: PanelConnection;
  readonly #choices: Choices;
  readonly #defects: unknown[] = [];
  #answer: GatewayAnswer = 502;
  #kept = 0;

  /** @param choices that this panel has, in place of the usual ones */
  static async open(panel: PanelBehind, choices: Choices = {}): Promise<UnansweredChanges> {
    const endpoints = new Endpoints(panel.edition, []);
    const fateOf = (request: string): Fate => {
      if (isRead(endpoints, request)) return "pass";
      opened.#kept += 1;
      return opened.#answer;
    };
    const gateway = await startGateway(panel.address, (request) => fateOf(request), panel.pin);
    const opened: UnansweredChanges = new UnansweredChanges(panel, gateway, choices);
    return opened;
  }

  private constructor({ key }: PanelBehind, gateway: Gateway, choices: Choices) {
    this.#gateway = gateway;
    this.#choices = { ...USUAL_CHOICES, ...choices };
    const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    this.#connection = new PanelConnection(panelRecord({ address: gateway.address, guardLevel: "trusted" }), {
      guard: new LockoutGuard({ root: "/guard", clock: systemClock, log: quiet, files: memoryFiles() }),
      clock: systemClock,
      apiKey: async () => key,
      createTransport,
      onCall: () => undefined,
    });
  }

  /** The ends of an action after each of these answers, and in the next window; none if the panel has no row for it. */
  async endsOf(action: TableAction, after: readonly GatewayAnswer[] = answers): Promise<readonly End[]> {
    for (const request of await this.#requestsFor(action)) {
      const ends: End[] = [];
      for (const answer of after) ends.push(await this.#run(request, answer));
      // an obstacle in the way of this row, and not of another one
      if (ends.every(({ kept }) => kept === 0)) continue;
      for (const step of sendingSteps) ends.push(await this.#inspect(request, step));
      if (this.#defects.length > 0) throw new AggregateError(this.#defects, "defects");
      return ends;
    }
    return [];
  }

  async close(): Promise<void> {
    this.#connection.dispose();
    await this.#gateway.close();
  }

  async #requestsFor({ kind, verb, setting }: TableAction): Promise<readonly ResourceRequest[]> {
    const resource = resourceOf(kind);
    const action = setting === undefined ? resource.actions[verb] : settingAction(setting);
    const call = this.#connection.callFor(new AbortController().signal);
    const { rows } = await resource.list(call, 1);
    const fitting = rows.filter((row) => {
      const state = resource.state(row, Date.now());
      return action?.offered.includes(state) === true && action.appliesTo?.(row) !== false;
    });
    return fitting.slice(0, MOST_ROWS).flatMap((row) => {
      const key = resource.key(row);
      const input = setting === undefined ? this.#choices[verb] : { setting };
      const target = { key: key ?? "", label: resource.label(row) };
      const state = resource.state(row, Date.now());
      const panel = this.#panel;
      return key === undefined ? [] : [{ panel, kind, verb, row, rows, target, state, ...(input && { input }) }];
    });
  }

  get #panel(): AskedPanel {
    const { id, name, address, guardLevel } = this.#connection;
    return {
      id,
      name,
      address,
      guardLevel,
      callFor: (signal, by) => this.#connection.callFor(signal, by),
      offers: (operation, signal) => this.#connection.offers(operation, signal),
    };
  }

  async #run(request: ResourceRequest, answer: GatewayAnswer): Promise<End> {
    const { kind, verb } = request;
    [this.#answer, this.#kept] = [answer, 0];
    const runner = new ActionRunner({
      // leases that are renewed would let time pass while the panel answers
      claims: new TargetClaims({ root: "/data", clock: new SteppedClock(), files: memoryFiles() }),
      clock: new LeapingClock(Date.now()),
      waitMs: () => WAIT_MS,
      confirm: async () => true,
      showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
      onFinished: async () => undefined,
      onDefect: (error) => void this.#defects.push(error),
    });
    const outcome = await runner.run(request);
    return { kind, verb, after: answer, outcome, kept: this.#kept };
  }

  /** The end that the next window finds, of a change whose window died in this step. */
  async #inspect(request: ResourceRequest, step: (typeof sendingSteps)[number]): Promise<End> {
    const { kind, verb, target } = request;
    this.#kept = 0;
    const files = memoryFiles();
    const { signal } = new AbortController();
    const dying = new TargetClaims({ root: "/data", clock: new SteppedClock(), files });
    const claim = await dying.claim(request, signal);
    const call = this.#connection.callFor(signal);
    const before = await findRowAction(request)?.action.verification.observe(call, target);
    await claim?.begin(step, before, 0);
    await dying.abandon();
    const clock = new LeapingClock(Date.now());
    const { promise, resolve } = Promise.withResolvers<Finished>();
    const abandoned = new AbandonedChanges({
      claims: new TargetClaims({ root: "/data", clock: new SteppedClock(), files }),
      clock,
      waitMs: () => WAIT_MS,
      panelOf: () => this.#panel,
      inspectProcedure: async () => undefined,
      show: (finished) => resolve(finished),
      onFinished: async () => undefined,
      onDefect: (error) => void this.#defects.push(error),
    });
    abandoned.look();
    const { outcome } = await promise;
    await abandoned.dispose();
    return { kind, verb, after: `abandoned while ${step}`, outcome, kept: this.#kept };
  }
}

/** Whether a request is a read of the wire table; whatever is not known is none. */
function isRead(endpoints: Endpoints, request: string): boolean {
  const [url = "", body = ""] = request.split(" ", 2);
  const { pathname, searchParams } = new URL(url, "http://panel");
  const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
  const found = endpoints.find({ path: pathname, fields });
  return found !== undefined && operations[found.id].effect === "read";
}
