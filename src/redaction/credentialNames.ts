/** A quote, also as JSON in JSON, a URL and HTML write it. */
export const QUOTE = String.raw`\\{0,7}["'\x60]|%2[27]|%5c%22|&quot;|&#3[49];|\\u002[27]`;

/** Names of fields that hold credentials, with what may stand before them; the last ones are what panels in Chinese say. */
const WORDS = [
  String.raw`(?<!\b(?:by|com|sur|tres))pass(?:word|wd|phrase|code)?`,
  String.raw`pwd(?!\s{0,9}=\s{0,9}/)|psw|secret|(?<!unexpected )token|credentials?|(?<![a-z])creds(?![a-z])`,
  String.raw`(?:api|app|auth|access|account|encryption|license|master|private|secret|shared|signing|storage)[_ .-]?key`,
  String.raw`\b_auth|signature|(?<![a-z])sig(?==)|jwt|sess(?:ion)?_?id|\botp|requirepass|masterauth|rediscli_auth|bindpw|rootpw|(?<![a-z\d])(?:db)?pw(?![\w-])|(?<![a-z\d])(?:mch_?key|psk)(?![\w-])|(?:auth|logged_in|nonce|secure_auth)_(?:key|salt)|verification code`,
  // Chinese in both scripts, and other languages of aaPanel's users
  "密码|口令|密钥|秘钥|令牌|凭证|验证码|密碼|金鑰|密鑰|權杖|憑證|驗證碼|пароль|パスワード|비밀번호|암호",
  "passwort|kennwort|contrase[nñ]a|mot de passe|senha|mật khẩu|kata sandi|şifre",
].join("|");
export const NAME = `(?:${WORDS})`;

export const NAME_END = String.raw`(?:[_-]?(?:again|base|confirm(?:ation)?|encrypted|hash|id|new|old|plain|text|value)|\d{1,3})?`;
