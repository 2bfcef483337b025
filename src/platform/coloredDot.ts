import * as vscode from "vscode";

/** Colours of the theme as VS Code's own light and dark themes have them. */
const COLORS: ReadonlyMap<string, readonly [light: string, dark: string]> = new Map([
  ["charts.red", ["#e51400", "#f14c4c"]],
  ["charts.orange", ["#d18616", "#d18616"]],
  ["charts.yellow", ["#bf8803", "#cca700"]],
  ["charts.green", ["#388a34", "#89d185"]],
  ["charts.blue", ["#1a85ff", "#3794ff"]],
  ["charts.purple", ["#652d90", "#b180d7"]],
]);

/** A dot in a colour of the theme, for lists, where VS Code draws product icons in no colour; `undefined`: not one of the charts. */
export function coloredDot(color: string): { readonly light: vscode.Uri; readonly dark: vscode.Uri } | undefined {
  const colors = COLORS.get(color);
  if (colors === undefined) return undefined;
  const [light, dark] = colors.map(dotOf);
  return light && dark && { light, dark };
}

function dotOf(color: string): vscode.Uri {
  const circle = `<circle cx="8" cy="8" r="5" fill="${color}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${circle}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}
