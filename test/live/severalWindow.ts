import assert from "node:assert/strict";
import { withErrorBoundary } from "../../src/commands/context/showFailure.ts";
import { deployFolderOn } from "../../src/deployments/window/deployCommands.ts";
import type { Services } from "../../src/services.ts";
import { PanelError } from "../../src/wire/answers/failure.ts";
import { FakeWorkspace } from "../fakes/fakeWorkspace.ts";
import { scriptOf, type Conversation, type ScriptedAnswer } from "../fakes/scriptedDialogs.ts";
import type { LiveTarget, LiveWindow } from "./liveWindow.ts";

const deploySite = deployFolderOn("site");

/** A person's window on all panels. */
export class SeveralWindow<Role extends string> {
  readonly window: LiveWindow;
  readonly services: Services;
  readonly workspace = new FakeWorkspace();
  /** What they reach each role's panel by. */
  readonly targets = new Map<Role, LiveTarget>();
  /** What steps have written, by the name of their Output channel. */
  readonly output = new Map<string, string>();
  onOutput: (channel: string, text: string) => void = () => undefined;
  cancelling = new AbortController();
  /** Nothing is sent any more, as of a process that is gone. */
  isDead = false;
  readonly #kept = new Map<string, unknown>();

  constructor(window: LiveWindow, installation: string) {
    this.window = window;
    const { connections } = window.services;
    this.services = {
      ...window.services,
      workspace: this.workspace,
      installation: async () => installation,
      memento: { get: (key) => this.#kept.get(key), update: async (key, value) => void this.#kept.set(key, value) },
      openScreen: (name) => ({
        append: (text) => {
          this.output.set(name, (this.output.get(name) ?? "") + text);
          this.onOutput(name, text);
        },
        clear: () => void this.output.delete(name),
        show: () => undefined,
        isVisible: () => true,
        dispose: () => undefined,
      }),
      connections: {
        of: (record) => {
          const connection = connections.of(record);
          const callFor: typeof connection.callFor = (signal, by) => async (id, params) => {
            if (this.isDead) throw new PanelError({ kind: "cancelled" });
            return connection.callFor(signal, by)(id, params);
          };
          return {
            id: connection.id,
            name: connection.name,
            address: connection.address,
            guardLevel: connection.guardLevel,
            edition: connection.edition,
            offers: async (operation, signal) => connection.offers(operation, signal),
            learnEdition: async (signal, by) => connection.learnEdition(signal, by),
            callFor,
          };
        },
      },
    };
  }

  /** All that steps have written. */
  get written(): string {
    return [...this.output.values()].join("\n");
  }

  /** Runs the command that deploys, and answers for the person. */
  async deploy(...answers: readonly ScriptedAnswer[]): Promise<Conversation> {
    this.cancelling = new AbortController();
    this.output.clear();
    const { signal } = this.cancelling;
    const script = scriptOf(answers, async (title, task) =>
      task(title.startsWith("Deploying ") ? signal : new AbortController().signal, () => undefined),
    );
    let defect: string | undefined;
    const log = { ...this.services.log, error: (line: string) => void (defect = line) };
    const services = { ...this.services, log, dialogs: script.dialogs };
    await withErrorBoundary(services, "serverPanel.deploy", async () => deploySite(services, []));
    const conversation = await script.finish();
    assert.equal(defect, undefined);
    return conversation;
  }
}
