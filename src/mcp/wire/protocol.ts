/** The version of what shim and window say to one another. Both are of one package, but a shim may outlive an update. */
export const PROTOCOL = 1;
