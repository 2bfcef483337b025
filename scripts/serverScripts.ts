/** The scripts that servers run. The package has each under its own name, as it is. */
export const serverScripts = [
  "src/configurations/check.sh",
  "src/deployments/exchange/exchange.sh",
  "src/deployments/exchange/step.sh",
  "src/onServer/job.sh",
  "src/serverFolders/folder.sh",
  "src/serverFolders/compare.sh",
  "src/serverFolders/pack.sh",
  "src/serverFolders/unpack.sh",
  "src/serverFolders/unpack-as-owner.sh",
  "src/fileSearch/search.sh",
  "src/fileSearch/listFiles.sh",
];
