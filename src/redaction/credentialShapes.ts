import { callShapes } from "./callShapes.ts";
import { commandShapes } from "./commandShapes.ts";
import { NAME, NAME_END, QUOTE } from "./credentialNames.ts";
import { hashShapes } from "./hashShapes.ts";
import { markupShapes } from "./markupShapes.ts";

// Every pattern here takes linear time: after an unbounded repeat nothing has to match, and all before it is short.

/** What leads to a value: the name of its field, perhaps a field `value` beside it, and the sign between. */
const NAMED = String.raw`${NAME}${NAME_END}(?:${QUOTE}|\]|%5d){0,2}\s{0,50}`;
const BESIDE = String.raw`,?\s{0,9}(?:${QUOTE})?value(?:${QUOTE})?\s{0,9}`;
const IS = String.raw`(?:${BESIDE})?(?:=>|:=|==?|::?(?!:)|[：＝]|%3a|%3d)\s{0,50}`;

/** What a field has in place of a credential. */
const NOTHING = String.raw`(?!(?:true|false|null|none|nil|undefined|yes|no|on|off|empty|\*{3})(?![\w-]))`;

/** Up to the quote that opened the value, or the end of its line. */
const QUOTED = String.raw`(?:(?!(?<!\\)\k<quote>)[^\n]|\k<quote>\k<quote>(?=\w))+`;

/** Up to a blank, or the next field of a query or a connection; without the signs after it. */
const BARE = String.raw`(?![=>])(?:(?![&,;|][\w.%-]{1,40}=|[)\]}"'\x60,;>]{1,9}(?:\s|$)|%26|\\[nrt"'])[^\s，。；、）])+`;

/** A character of a password that follows its name without a sign: none that paths, lists and calls are made of. */
const PLAIN = String.raw`[^\s"'\x60<>(){}\[\],;:=/\\.，。；、）]`;

/** What may follow the word “password” and is not one: how passwords are stored or sent, such as sha256. */
const METHOD = String.raw`(?:[a-z]{1,20}[-_])?(?:sha|md5|s?crypt|bcrypt|yescrypt|argon|pbkdf|base64|utf|oauth|http|ipv)`;

/**
 * Tokens that their beginning gives away, as the issuers document them and gitleaks lists them. What follows is as long as a
 * token, not as a word.
 */
const TOKENS = [
  // GitHub, GitLab
  String.raw`gh[pousr]_|github_pat_|gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-|GR1348941`,
  // Slack
  String.raw`xox[abceoprs]-|xapp-\d-|xoxe\.`,
  // OpenAI, Anthropic, Perplexity, Hugging Face
  String.raw`sk-|pplx-|hf_|api_org_|gsk_(?=\w{40})|xai-(?=\w{40})|r8_(?=\w{37})`,
  // Stripe and other shops
  String.raw`(?:sk|rk|pk|whsec)_(?:(?:test|live|prod)_)?|sq0(?:atp|csp)-|shp(?:at|ca|pa|ss)_|shippo_(?:live|test)_|FLWSECK`,
  // registries of packages
  String.raw`npm_|pypi-|rubygems_|CLOJARS_|pnu_|oy2`,
  // clouds
  String.raw`AIza|ya29\.|GOCSPX-|(?:A3T[A-Z\d]|AKIA|ASIA|ABIA|ACCA)(?=[A-Z2-7]{16})|LTAI|AKID(?=\w{32})|do[opr]_v1_|dapi(?=[\da-f]{32})|1\/\/0(?=[\w-]{40})|AQVN(?=[\w-]{34})|y0_(?=[\w-]{40})|EAA[A-Z](?=\w{60})`,
  // infrastructure
  String.raw`hv[bs]\.|dp\.(?:pt|st|ct|sa)\.|dckr_pat_|HRKU-|glc_|glsa_|sntry[su]_|pul-(?=[\da-f]{40})|PMAK-|NRAK-|lin_api_|pscale_(?:tkn|pw|oauth)_|fo1_|fm[12][ar]?_|ntn_|nfp_|tfp_|figd_|CFPAT-|sbp_|ATATT3x|rnd_(?=\w{32})|AGE-SECRET-KEY-|sgp_|tskey-`,
  // mail
  String.raw`SG\.|xkeysib-|key-(?=[\da-f]{32})`,
  // a JSON Web Token, whose first part is the beginning of JSON
  String.raw`eyJ(?=[\w-]{10})`,
].join("|");

/** Credentials by their look, or by the words before them. The first group stays. */
export const credentialShapes: readonly RegExp[] = [
  ...commandShapes,
  ...callShapes,
  ...markupShapes,
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)(?=[^-]{0,200}?[A-Za-z\d+/]{16})(?:[^-]|-(?!----END))+/g,
  // a header, in a quoted text or alone
  new RegExp(
    String.raw`(\b(?:(?:proxy-)?authorization|(?:set-)?cookie)(?:${QUOTE}|\]){0,2}\s{0,9}(?:=>|[:=])\s{0,9}(?:${QUOTE})?)(?!\s|\*{3})(?:="[^"\n]{0,4096}"|[^\n"'\\])+`,
    "gi",
  ),
  /(\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Dd]igest)\s{1,3})(?![a-z]+(?![\w.~+/=-]))[\w.~+/=-]{8,}/g,
  // words of SQL, and a name right before a quoted value
  new RegExp(
    String.raw`((?:${NAME}(?:\s{1,9}|\s{0,9}\()|identified\s{1,9}(?:with\s{1,9}\w{1,40}\s{1,9})?(?:by|as)\s{0,9}(?:password\s{1,9})?)\s{0,9}(?<quote>\\{0,7}["'\x60]))(?=\S)${QUOTED}`,
    "gi",
  ),
  // what is put into a table
  new RegExp(
    String.raw`(\b(?:insert|replace)\s{1,9}(?:into\s{1,9})?[^\s(]{1,100}\s{0,9}\([^()\n]{0,400}?${NAME}[^()\n]{0,400}\)\s{0,9}values\s{0,9}\()(?!\*{3})[^\n]+`,
    "gi",
  ),
  // two values of a call, as in the settings of a WordPress
  new RegExp(
    String.raw`(\w\s{0,3}\(\s{0,9}(?:${QUOTE})[\w.-]{0,40}?${NAME}${NAME_END}(?:${QUOTE})\s{0,9},\s{0,9}(?<quote>${QUOTE}))(?!\k<quote>)${NOTHING}${QUOTED}`,
    "gi",
  ),
  new RegExp(String.raw`(${NAMED}${IS}[bu]?(?<quote>"""|'''|${QUOTE}))(?!\k<quote>)${NOTHING}${QUOTED}`, "gi"),
  // the text of YAML that begins below its name
  new RegExp(
    String.raw`(^[ \t]{0,40}[\w.-]{0,40}?${NAME}${NAME_END}[ \t]{0,9}:[ \t]{1,9}[>|][+-]?\d?[ \t]{0,9}\n[ \t]{1,40})(?!\*{3})[^\n]+`,
    "gim",
  ),
  // a field of a multipart form
  new RegExp(
    String.raw`(name=\\?"[\w.[\]-]{0,60}?${NAME}${NAME_END}\]?\\?"\s{0,9}?(?:\\r\\n|\r?\n){1,3})(?!\*{3})[^\n\r\\]+`,
    "gi",
  ),
  // a line of its own, as in YAML and in files of settings, may have blanks in its value
  new RegExp(
    String.raw`(^[ \t]{0,40}[\w.-]{0,40}?${NAME}${NAME_END}[ \t]{0,9}[:=][ \t]{1,9})(?!${QUOTE}|[ \t])${NOTHING}[^\n]+`,
    "gim",
  ),
  new RegExp(String.raw`(${NAMED}${IS})(?!${QUOTE})${NOTHING}${BARE}`, "gi"),
  // "the password is hunter2", and not "the password is wrong"
  new RegExp(
    String.raw`(${NAMED}(?:(?:is|was)[\s:：]|为|為|是)[\s:：]{0,9})(?=[!-~])(?=[^\s，。]{0,60}[\d!@#$%^&*_=+])${BARE}`,
    "gi",
  ),
  // "password hunter2", and not "password incorrect" or "password for root": in ordinary text, words have no digits
  new RegExp(
    String.raw`((?:pass(?:word|wd|phrase|code)|密码|口令|密碼)[ \t]{1,9})(?!${METHOD})(?=${PLAIN}{0,63}?\d)(?=${PLAIN}{0,63}?[a-z])${PLAIN}{6,64}(?=[，。；、）]|[.,;!?)\]}"']{0,3}(?:\s|$|\\[nrt]))`,
    "gim",
  ),
  // codes that are sent to a telephone
  /((?:验证码|驗證碼|verification code)[ \t]{1,9})\d{4,8}(?!\d)/gi,
  // codes and keys in the query of a URL: long ones, for a short one may be a plain word
  /([?&](?:code|key|auth)=)(?=[\w.~/%+-]{0,200}?\d)[\w.~/%+-]{16,}/gi,
  // logins to a mail server, if they are more than a word
  /(\b(?:AUTH\s{1,3}(?:PLAIN|LOGIN|XOAUTH2)|auth\s{1,3}(?:plain|login|xoauth2))\s{1,3})(?![A-Za-z][a-z]+(?![\w+/=]))[\w+/=]{8,}(?:\s(?![a-z]+(?![\w+/=]))[\w+/=]{8,})?/g,
  // options of command lines
  new RegExp(
    String.raw`((?:^|\s)--?(?:[\w-]{0,20}?)(?:(?<!by)pass(?:word|wd|phrase)?|secret|token|api-?key)\s{1,9}(?:${QUOTE})?)(?![-\s])${BARE}`,
    "gim",
  ),
  // files of settings with a blank in between
  /(\b(?:requirepass|masterauth|bindpw|rootpw|login\s{1,9}\S{1,100}\s{1,9}password)\s{1,9})[^\s"'=:]\S*/g,
  /("AUTH"(?: "[^"\n]{1,100}")? ")[^"\n]+(?="$)/gim,
  // addresses that take messages from whoever knows them: Slack, Discord, Feishu, ServerChan, Bark, WeCom
  /(\b(?:hooks\.slack\.com\/(?:services|triggers|workflows)|discord(?:app)?\.com\/api\/webhooks|(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook|sc(?:tapi)?\.ftqq\.com|api\.day\.app)\/|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/\w{1,40}\?key=)[\w./-]+/gi,
  // Telegram
  /(\b(?:bot)?\d{8,12}:)A[\w-]{34}/g,
  // Discord
  /((?<![\w-]))[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
  ...hashShapes,
  new RegExp(String.raw`((?<![A-Za-z\d]))(?:${TOKENS})[\w.+/=~-]{14,}`, "g"),
];
