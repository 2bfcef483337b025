/**
 * Hashes of passwords, which are guessed at leisure once somebody has them, and the numbers of private keys. The first group stays; every
 * pattern takes linear time.
 */
export const hashShapes: readonly RegExp[] = [
  /(\$(?:1|2[abxy]|5|6|7|apr1|argon2(?:d|i|id)|gy|H|P|S|scrypt|y)\$)[^\s:"',;$][^\s:"';]{7,}/g,
  /(\bpbkdf2_sha\d{1,3}\$\d{1,8}\$)[\w./$+=]{8,}/g,
  /(\{(?:S?SHA(?:\d{3})?|S?MD5|CRYPT|PBKDF2[\w-]{0,9}|ARGON2)\}\s?)[\w./+=$-]{8,}/gi,
  // MySQL
  /((?<![\w*])\*)[A-F\d]{40}(?!\w)/g,
  // a JSON Web Key, and the same in XML
  /("(?:d|p|q|dp|dq|qi)"\s{0,3}:\s{0,3}")[\w-]{30,}/g,
  /(<(?:D|P|Q|DP|DQ|InverseQ)>)[\w+/=\s]{30,}/g,
  // a line out of the middle of a private key: letters of both kinds and digits, as long as PEM makes them
  /((?<![\w+/=-]))(?=[A-Za-z\d+/]{0,75}[A-Z])(?=[A-Za-z\d+/]{0,75}[g-z])(?=[A-Za-z\d+/]{0,75}\d)(?:[A-Za-z\d+/]{64}|[A-Za-z\d+/]{70}|[A-Za-z\d+/]{76})(?![\w+/=-])/g,
];
