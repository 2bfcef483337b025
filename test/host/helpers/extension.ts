import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestApi } from "../../../src/extension.ts";
import type { Product } from "../../../src/product.ts";

export const EXTENSION_ID = "serverpanel.server-panel";

/** The running extension's services; activates it where needed. */
export async function features(): Promise<Product> {
  return (await testApi()).product();
}

/** The number on the icon of the view, and its tooltip. */
export async function badge(): Promise<vscode.ViewBadge | undefined> {
  return (await testApi()).view.badge;
}

async function testApi(): Promise<TestApi> {
  const extension = vscode.extensions.getExtension<TestApi | undefined>(EXTENSION_ID);
  assert.ok(extension, "the extension is not installed");
  const api = await extension.activate();
  assert.ok(api, "the extension gives its services only in a test");
  return api;
}

/** The tooltip of a row, as it is when somebody looks at it. */
export async function tooltipOf(id: string): Promise<string> {
  const { itemOf, resolveItem } = await features();
  const { tooltip } = resolveItem(id, itemOf(id));
  assert.ok(typeof tooltip === "string", "tooltips are plain text");
  return tooltip;
}

/** Removes all panels, so that each test starts as a newcomer does. */
export async function removePanels(): Promise<void> {
  const { services } = await features();
  for (const { id } of services.store.list()) await services.store.remove(id);
  for (const record of services.demo.records) await services.demo.close(record);
}
