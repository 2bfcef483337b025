import type { Resource } from "../resource.ts";

/** The Python that the panel itself runs on. */
export interface PanelRuntime {
  readonly name: "python";
}

/** The panel's runtime. Nothing is asked to show it: its log is read when somebody follows it. */
export const runtime: Resource<PanelRuntime> = {
  list: async () => ({ rows: [{ name: "python" }], unreadable: [], total: undefined }),
  key: ({ name }) => name,
  label: ({ name }) => name,
  state: () => "known",
  facts: () => [],
  actions: {},
};
