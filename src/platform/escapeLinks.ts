/**
 * Escapes a text so that VS Code shows it unchanged: notifications and input boxes would turn `[label](command:…)`
 * into a link that runs a command, lists and boxes `$(name)` into an icon. An invisible character takes both apart.
 */
export function escapeLinks(text: string): string {
  return text.replace(/([\]$])\(/g, "$1\u200b(");
}
