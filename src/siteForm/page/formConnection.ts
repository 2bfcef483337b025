import type { Answer, News, SiteFormParams, SiteFormRequest, SiteFormResult } from "../protocol.ts";

/** VS Code's API for a webview's page, which can be acquired only once. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Sends the page's requests to the host. A problem rejects with its sentence. */
export class FormConnection {
  readonly #api: EditorApi;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  /** Starts at random, so that answers to an earlier page do not match requests of this one. */
  #lastId = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

  /** @param onNews receives the host's notifications */
  constructor(api: EditorApi, onNews: (news: News) => void) {
    this.#api = api;
    window.addEventListener("message", ({ data }: MessageEvent<Answer | News>) => {
      if ("news" in data) return onNews(data);
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
  }

  async call<Name extends SiteFormRequest>(
    request: Name,
    ...given: SiteFormParams<Name>
  ): Promise<SiteFormResult<Name>> {
    const [params = {}] = given as readonly unknown[];
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#api.postMessage({ id, request, params });
    });
    if (!answer.ok) throw new Error(answer.problem);
    return answer.result as SiteFormResult<Name>;
  }

  /** Whether a request succeeded. The host logs failures. */
  async succeeds<Name extends SiteFormRequest>(request: Name, ...params: SiteFormParams<Name>): Promise<boolean> {
    return this.call(request, ...params).then(
      () => true,
      () => false,
    );
  }
}

/** Message of an error. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}
