import * as v from "valibot";
import {
  answerMessage,
  siteFormRequests,
  type SiteFormParams,
  type SiteFormRequestName,
  type SiteFormResult,
} from "../siteFormProtocol.ts";

/** VS Code's side of a webview's page; it can be had once in the life of a page. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** A sentence of the host about why a request has no result. */
export class HostProblem extends Error {}

/** The form's requests. Each promise settles when the host answers, with what its schema takes or as `HostProblem`. */
export class FormConnection {
  readonly #api: EditorApi;
  readonly #waiting = new Map<number, (message: v.InferOutput<typeof answerMessage>) => void>();
  /** Begins anywhere: answers to an earlier page still come to this one, and must not meet its requests. */
  #lastId = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

  constructor(api: EditorApi) {
    this.#api = api;
    window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const answer = v.safeParse(answerMessage, data);
      // an answer to an earlier page, or nothing of ours
      if (!answer.success) return;
      this.#waiting.get(answer.output.id)?.(answer.output);
      this.#waiting.delete(answer.output.id);
    });
  }

  /** Whether a request was answered with a result; the host has logged why it was not. */
  async succeeds<Name extends SiteFormRequestName>(request: Name, params: SiteFormParams<Name>): Promise<boolean> {
    try {
      await this.call(request, params);
      return true;
    } catch {
      return false;
    }
  }

  call<Name extends SiteFormRequestName>(request: Name, params: SiteFormParams<Name>): Promise<SiteFormResult<Name>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (answer) => {
        if (!answer.ok) {
          reject(new HostProblem(answer.problem));
          return;
        }
        const result = v.safeParse(siteFormRequests[request].result, answer.result);
        if (result.success) resolve(result.output);
        else reject(new HostProblem(request));
      });
      this.#api.postMessage({ id, request, params });
    });
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
