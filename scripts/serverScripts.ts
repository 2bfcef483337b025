/** The scripts that servers run. The package has each under its own name, as it is. */
export const serverScripts = [
  "src/deployments/exchange/exchange.sh",
  "src/deployments/exchange/step.sh",
  "src/onServer/job.sh",
  "src/fileSearch/search.sh",
  "src/fileSearch/listFiles.sh",
];
