/** Values of a call that stand before the password. */
const TWO_BEFORE = String.raw`(?:(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^,()"'\n]{1,100}),\s{0,9}){2}`;

const CONNECTING = [
  String.raw`new PDO|PDO->__construct|new mysqli|mysqli->__construct|mysqli?_p?connect|oci_connect|odbc_connect`,
  String.raw`ftp_login|ssh2_auth_password|ldap_bind|imap_open|DriverManager\.getConnection`,
].join("|");

/** Commands of protocols, and calls that programs print with their values. The first group stays; every pattern takes linear time. */
export const callShapes: readonly RegExp[] = [
  // Redis: on its own, with a user, in the middle of another command, as it goes over the wire, and in its settings
  /(\bAUTH2?\s{1,3}(?!(?:CRAM-MD5|DIGEST-MD5|GSSAPI|LOGIN|NTLM|PLAIN|SCRAM|SSL|TLS|XOAUTH2)\b)(?:[\w.-]{1,40}\s{1,3})?)(?=[^\s"']{0,60}[\d!@#$%^&*_=+])[^\s"']{4,}(?=["']?\s{0,9}$)/gm,
  /(^(?:[+>]\s?)?AUTH\s{1,3})(?!(?:LOGIN|PLAIN|XOAUTH2)\b)[^\s"':]{4,}(?=\s{0,9}$)/gm,
  /(\d>\s{0,3}auth\s{1,3}(?:[\w.-]{1,40}\s{1,3})?)[^\s"']+/gi,
  /((?<![A-Z])AUTH(?:\\r\\n|\r?\n)(?:\$\d{1,4}(?:\\r\\n|\r?\n)[^\s\\]{1,100}(?:\\r\\n|\r?\n))?\$\d{1,4}(?:\\r\\n|\r?\n))[^\s\\]+/g,
  /(\w\.auth\(\s{0,3}(?:(?:"[^"\n]{1,100}"|'[^'\n]{1,100}')\s{0,3},\s{0,3})?["'])[^"'\n]+/g,
  /(\buser\s{1,3}\S{1,60}\s{1,3}(?:on|off)\s{1,3}(?:[^\s>#]\S{0,60}\s{1,3}){0,5}[>#])\S+/g,
  // mail: what follows "Password:" in base64; IMAP, POP, FTP
  /(\b334 (?:VXNlcm5hbWU6|UGFzc3dvcmQ6)\s{1,9}(?:C: |> )?)[\w+/=]{4,}/g,
  /(\b[A-Za-z]{1,5}\d{1,6} LOGIN (?:"[^"\n]{1,100}"|[^\s"]{1,100}) )\S+/g,
  /((?:^|-> |> |C: |[Cc]ommand: )PASS )(?![^\s]{0,200}\/|\S{0,200}\.[jt]sx?\b)\S{4,}(?=\s{0,9}$)/gm,
  // an address of a database as Go writes it
  /((?<![\w.-])[\w.-]{1,60}:)[^\s"'`]{1,64}(?=@(?:tcp6?|unix)\()/g,
  // functions
  new RegExp(String.raw`(\b(?:${CONNECTING})\(\s{0,9}${TWO_BEFORE}["'])[^"'\n]+`, "g"),
  /(\bpassword_(?:hash|verify)\(\s{0,3}["'])[^"'\n]+/g,
  /(\bAES_(?:DE|EN)CRYPT\([^()\n]{0,200},\s{0,3}["'])[^"'\n]+/gi,
  // what a Docker client keeps of a login, and some fields that are not called passwords
  /(\bauth["']?\s{0,3}[:=]\s{0,3}["'])[A-Za-z\d+/]{12,}={0,2}/g,
  /(\bpsk\s{0,3}["'])[^"'\n]+/gi,
  /(\bx-auth\s{0,3}:\s{0,3})[^\s"']+/gi,
  /(\b(?:[\w-]{1,30}_session|wordpress_(?:logged_in|sec)_\w{1,40}|remember_\w{1,60}|connect\.sid|sid)=)(?!\d+(?!\w))[^\s;,&"']{6,}/g,
  /((?:[?&\s]|^)sign=)[\w%+/=-]{16,}/gm,
  /(\bPIN\s{0,3}[:=]\s{0,3})\d{4,8}(?!\d)/gi,
  /(\b(?:2fa|mfa|otp|login|security|your) code(?: is)?[:\s]{1,3})\d{4,8}(?!\d)/gi,
  /(\/(?:activate|confirm|invite|magic|password-reset|reset|reset-password|verify)\/)(?=[\w-]{0,60}\d)[\w-]{24,}/g,
  /(账号密码[ \t:：]{0,3}[\w.@-]{1,60}\/)\S+/g,
];
