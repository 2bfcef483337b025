import assert from "node:assert/strict";
import type { SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import type { SiteFormRequest, SiteFormResult } from "../../../src/siteForm/protocol.ts";
import { SiteFormSession } from "../../../src/siteForm/window/siteFormSession.ts";
import { features } from "./extension.ts";

/** A form of a panel without its page; with a draft it is one that an agent has filled in. */
export async function openSiteForm(panelId: string, draft?: SiteDraft) {
  const { siteFormHost } = await features();
  const host = await siteFormHost(panelId);
  assert.ok(host);
  const session = new SiteFormSession({
    host,
    texts: undefined,
    draft,
    copy: async () => undefined,
    close: () => undefined,
    post: () => undefined,
    problemText: String,
  });
  let id = 0;
  const ask = async <Name extends SiteFormRequest>(request: Name, params: unknown = {}) => {
    const answer = await session.receive({ id: (id += 1), request, params });
    assert.ok(answer?.ok, answer?.ok === false ? answer.problem : "no answer");
    return answer.result as SiteFormResult<Name>;
  };
  const { name, address } = host.panel;
  const submit = (typed: SiteDraft, shown = { name, address }) =>
    ask("submit", { attempt: String(id), draft: typed, panel: shown });
  return { session, ask, submit };
}
