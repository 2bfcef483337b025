/** Up to twelve words of a command line, none of them this option. */
const words = (option: string) => String.raw`(?:\s+(?!${option})[^\s|;&]+){0,12}\s+`;

/** Programs with the option that has a password, which may follow it without a blank. */
const password = (programs: string, option: string) =>
  String.raw`(\b(?:${programs})${words(option)}${option}\s?)[^\s-]\S*`;

const DATABASES = "mysql|mysqladmin|mysqldump|mariadb|mariadb-dump|mongo|mongosh|mongodump|mongorestore";
const REGISTRIES = "(?:docker|podman|buildah|nerdctl) login";

const USER_OPTION = String.raw`(?:-[A-Za-z]{0,5}?[uUa]|--(?:proxy-)?user|--auth)`;

/** Passwords in command lines, by the programs that take them. The first group stays; every pattern takes linear time. */
export const commandShapes: readonly RegExp[] = [
  new RegExp(password(`${DATABASES}|${REGISTRIES}|sshpass|useradd|usermod|7za?`, "-p"), "g"),
  new RegExp(password("(?:un)?rar", "-h?p"), "g"),
  new RegExp(password("redis-cli|redis-benchmark", "-a"), "g"),
  new RegExp(password("zip|unzip|ipmitool", "-P"), "g"),
  new RegExp(password("ldap(?:add|compare|delete|exop|modify|modrdn|passwd|search|whoami)", "-w"), "g"),
  new RegExp(password("ssh-keygen", "-[NP]"), "g"),
  new RegExp(password("openssl", "-k"), "g"),
  new RegExp(password("snmp(?:bulkwalk|get|getnext|set|table|walk)", "-[cAX]"), "g"),
  // a user with a password
  new RegExp(
    String.raw`(\b(?:curl|wget|https?|xh)${words(USER_OPTION)}${USER_OPTION}[\s=]?["']?[^\s:"']{1,100}:)[^\s"']+`,
    "g",
  ),
  /(\blftp(?:\s+(?!-u)[^\s|;&]+){0,12}\s+-u\s?[^\s,]{1,100},)\S+/g,
  /(\s-U\s?["']?[^\s%"']{1,100}%)[^\s"']+/g,
  // what a program is told on its standard input
  /(\becho\s{1,9}["']?[^\s:"'|]{1,100}:)[^\s"'|]{1,200}(?=["']?\s{0,9}\|\s{0,9}(?:sudo\s{1,9})?chpasswd)/g,
  /(\becho\s{1,9}["']?)[^\s"'|]{1,200}(?=["']?\s{0,9}\|\s{0,9}(?:sudo\s{1,9}-S|(?:sudo\s{1,9})?passwd\s))/g,
  // words in their order
  /(\bhtpasswd\s{1,9}-[A-Za-z]{0,9}n[A-Za-z]{0,9}\s{1,9}[^\s-]\S{0,100}\s{1,9})\S+/g,
  /(\bhtpasswd\s{1,9}-(?![A-Za-z]{0,9}n)[A-Za-z]{0,9}b[A-Za-z]{0,9}\s{1,9}\S{1,400}\s{1,9}\S{1,100}\s{1,9})\S+/g,
  /(\brabbitmqctl\s{1,9}(?:add_user|authenticate_user|change_password)\s{1,9}\S{1,100}\s{1,9})\S+/g,
  /(\bmysqladmin\s(?:[^\n|;&]{0,200}?\s)?password\s{1,9}["']?)[^\s"'-][^\n"']*/g,
  /(\bnet\s{1,9}use\s{1,9}(?:\S{1,9}\s{1,9})?\\\\\S{1,200}\s{1,9})[^\s/*]\S*/gi,
  /((?:^|\s)\/p:)[^\s:]\S*/gm,
  /(--from-literal[\s=]["']?[^\s=]{1,100}=)[^\s"']+/g,
  // Oracle: a user and a password with a slash between
  /(\bjdbc:oracle:\w{1,10}:[^\s/@"]{1,100}\/)(?:"[^"\n]+"|[^\s@"]+)/gi,
  /(\b(?:(?:sqlplus|sqlldr|rman|expdp?|impdp?)\s{1,9}(?:-\w{1,9}\s{1,9}){0,5}|userid=)["']?[A-Za-z][\w$#]{0,60}\/)(?:"[^"\n]{1,100}"|[^\s@"'/]{1,100})/g,
  /(\bconn(?:ect)?\s{1,9}[A-Za-z][\w$#]{0,60}\/)(?:"[^"\n]{1,100}"|[^\s@"'/]{1,100})(?=@)/gi,
];
