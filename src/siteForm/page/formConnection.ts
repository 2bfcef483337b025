import type { Answer, News, SiteFormParams, SiteFormRequest, SiteFormResult } from "../protocol.ts";

/** VS Code's API in a webview; a page can acquire it once. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** The page's requests to the host. Each promise settles when the host answers; a problem rejects with its sentence. */
export class FormConnection {
  readonly #api: EditorApi;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  /** Begins at a random number: answers to an earlier page still arrive here, and must not match a request. */
  #lastId = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

  /** @param onNews called for messages that the host sends unasked */
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

  /** Whether a request was answered without a problem; the host has logged the problem. */
  async succeeds<Name extends SiteFormRequest>(request: Name, ...params: SiteFormParams<Name>): Promise<boolean> {
    return this.call(request, ...params).then(
      () => true,
      () => false,
    );
  }
}

/** The words of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
