import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";

/** Gives a demo panel so many websites in place of its own: `s0.example.com` is the oldest, which panels list last. */
export function fillWithSites({ state: { sites } }: DemoPanel, count: number): void {
  const [first] = sites;
  if (first === undefined) throw new Error("The demo panel has no site");
  const many = Array.from({ length: count }, (_, index) => ({
    ...first,
    id: index + 1,
    name: `s${index}.example.com`,
  }));
  sites.splice(0, sites.length, ...many);
}
