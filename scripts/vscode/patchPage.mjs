/**
 * Changes the workbench's page before the workbench reads it. Runs in the browser and therefore sees nothing of this module; plain JavaScript,
 * for the project's types are Node's.
 */
export function patchPage({ origin, options, key }) {
  if (location.origin !== origin) return;
  // /mint-key is a route of code-server's outer process, which does not run here
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) =>
    typeof input === "string" && input.endsWith("/mint-key")
      ? Promise.resolve(new Response(Uint8Array.from(key)))
      : fetch(input, init);
  new MutationObserver((_changes, observer) => {
    const meta = document.getElementById("vscode-workbench-web-configuration");
    if (meta === null) return;
    observer.disconnect();
    const configuration = JSON.parse(meta.getAttribute("data-settings"));
    configuration.developmentOptions = { ...configuration.developmentOptions, ...options };
    meta.setAttribute("data-settings", JSON.stringify(configuration));
  }).observe(document, { childList: true, subtree: true });
}
