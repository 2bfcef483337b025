/**
 * Escapes a text so that VS Code shows it unchanged: notifications and input boxes would turn `[label](command:…)`
 * into a link that runs a command, lists and boxes `$(name)` into an icon. An invisible character takes both apart. A `[` that nothing closes
 * would begin the label of a link of ours behind it, whatever stands between: the wide sign that looks like it does not.
 */
export function escapeLinks(text: string): string {
  const closedTo = text.lastIndexOf("]") + 1;
  const open = text.slice(closedTo).replaceAll("[", "\uff3b");
  return (text.slice(0, closedTo) + open).replace(/([\]$])\(/g, "$1\u200b(");
}
