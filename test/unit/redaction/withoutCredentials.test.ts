import assert from "node:assert/strict";
import { withoutCredentials } from "../../../src/redaction/withoutCredentials.ts";

// tokens are put together, so that no scanner takes one for somebody's
const token = (start: string, length = 40) => start + "aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY".repeat(3).slice(0, length);

/** Beginnings of tokens. */
const STARTS =
  "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glptt- xoxb- xoxp- xapp-1- sk- sk-proj- sk-ant-api03- pplx- hf_ sk_live_ sk_test_ rk_live_ pk_live_ whsec_ sq0atp- shpat_ npm_ pypi- rubygems_ AIza ya29. GOCSPX- LTAI dop_v1_ hvs. dp.pt. dckr_pat_ HRKU- glsa_ sntryu_ lin_api_ pscale_tkn_ SG. xkeysib-".split(
    " ",
  );

const KEY_ID = "ABCDEFGH234567XY";

/** Texts with credentials, each with all parts of it that nobody may read. */
const FORMS: Readonly<Record<string, readonly (readonly [text: string, ...secrets: readonly string[]])[]>> = {
  "settings and environments": [
    ["password=hunter2", "hunter2"],
    ["PASSWORD=hunter2", "hunter2"],
    ["DB_PASSWORD=hunter2", "hunter2"],
    ["MYSQL_ROOT_PASSWORD: hunter2", "hunter2"],
    ["MYSQL_PWD=hunter2", "hunter2"],
    ["PGPASSWORD=hunter2 psql", "hunter2"],
    ["spring.datasource.password=hunter2", "hunter2"],
    ["spring.datasource.password = hunter2", "hunter2"],
    ["db.pass=hunter2", "hunter2"],
    ["dbPassword=hunter2", "hunter2"],
    ["password1=hunter2", "hunter2"],
    ["password_hash=$2y$10$abcdefg", "abcdefg"],
    ["password          =          hunter2", "hunter2"],
    ["password\t=\thunter2", "hunter2"],
    ["password:hunter2", "hunter2"],
    ["password := hunter2", "hunter2"],
    ["password => hunter2", "hunter2"],
    ["password == hunter2", "hunter2"],
    ["passphrase: hunter2", "hunter2"],
    ["passcode=hunter2", "hunter2"],
    ["secret=hunter2", "hunter2"],
    ["client_secret=hunter2", "hunter2"],
    ["SECRET_KEY=hunter2", "hunter2"],
    ["SECRET_KEY_BASE_TOKEN=hunter2", "hunter2"],
    ["APP_KEY=base64:hunter2", "hunter2"],
    ["api_key=hunter2", "hunter2"],
    ["api-key: hunter2", "hunter2"],
    ["apikey=hunter2", "hunter2"],
    ["api.key=hunter2", "hunter2"],
    ["aws_secret_access_key = hunter2", "hunter2"],
    ["AccessKeySecret=hunter2", "hunter2"],
    ["accessKeyId=hunter2", "hunter2"],
    ["private_key=hunter2", "hunter2"],
    ["encryption-key=hunter2", "hunter2"],
    ["access_token=hunter2", "hunter2"],
    ["refresh_token=hunter2", "hunter2"],
    ["id_token=hunter2", "hunter2"],
    ["_authToken=hunter2", "hunter2"],
    ["//registry.npmjs.org/:_auth=hunter2", "hunter2"],
    ["jwt=hunter2", "hunter2"],
    ["credentials=hunter2", "hunter2"],
    ["requirepass = hunter2", "hunter2"],
    ["masterauth: hunter2", "hunter2"],
    ["requirepass hunter2", "hunter2"],
    ["masterauth hunter2", "hunter2"],
    ["machine db login root password hunter2", "hunter2"],
    ["otp=123456", "123456"],
    ["PHPSESSID=hunter2", "hunter2"],
    ["session_id=hunter2", "hunter2"],
    ["pwd=hunter2", "hunter2"],
    ["password:\n  hunter2", "hunter2"],
    ["db:\n  password: correct horse battery", "correct", "horse", "battery"],
    ["password = correct horse battery", "correct", "horse", "battery"],
  ],
  "values with signs": [
    ["password=hun@ter2", "hun", "ter2"],
    ["password=hun&ter2", "hun", "ter2"],
    ["password=hun)ter2", "hun", "ter2"],
    ["password=hun,ter2", "hun", "ter2"],
    ["password=hun;ter2", "hun", "ter2"],
    ["password=hun'ter2", "hun", "ter2"],
    ['password=hun"ter2', "hun", "ter2"],
    ["password=hun]ter2}x9", "hun", "ter2", "x9"],
    ["password=hun=ter2", "hun", "ter2"],
    ["password=hun/ter2+x9==", "hun", "ter2", "x9"],
    ["password=#hunter2", "hunter2"],
    ["password=@hunter2", "hunter2"],
    ["password=*hunter2", "hunter2"],
    ['password="hun ter2"', "hun", "ter2"],
    ["password='hun ter2'", "hun", "ter2"],
    ["password=`hun ter2`", "hun", "ter2"],
    ['password="hun, ter2; x9"', "hun", "ter2", "x9"],
    ["password='it''s hunter2'", "it", "hunter2"],
    [String.raw`password="hun\"ter2"`, "hun", "ter2"],
    ['password="hun ter2', "hun", "ter2"],
    ["login failed (user=root, password=hunter2)", "hunter2"],
    ["[password] => hunter2", "hunter2"],
    ["['password' => 'hunter2']", "hunter2"],
    ["config['password'] = 'hunter2'", "hunter2"],
    ["password=u'hunter2'", "hunter2"],
    ["password=b'hunter2'", "hunter2"],
  ],
  "JSON, XML and forms": [
    ['{"password":"hunter2"}', "hunter2"],
    ['{"password" : "hunter2"}', "hunter2"],
    ['{"password": "hun, \\"ter2\\"}"}', "hun", "ter2"],
    ['{"password":"hun ter2","user":"root"}', "hun", "ter2"],
    ['{"secret":12345678}', "12345678"],
    [String.raw`{"log":"{\"password\":\"hunter2\"}\n"}`, "hunter2"],
    [String.raw`{"log":"{\"password\": \"hun ter2\", \"user\": \"root\"}\n"}`, "hun", "ter2"],
    [String.raw`{"log":"{\"password\":\"hun@t&e)r,2;x\"}\n"}`, "hun", "t&e", "r,2", ";x"],
    [String.raw`{"a":"{\"b\":\"{\\\"password\\\":\\\"hunter2\\\"}\"}"}`, "hunter2"],
    [String.raw`{\"api_key\":\"hunter2\"}`, "hunter2"],
    [String.raw`{"log":"password=hunter2\n","stream":"stdout"}`, "hunter2"],
    [String.raw`{"log":"Authorization: Token hunter2\n"}`, "hunter2"],
    ["{'password': 'hunter2'}", "hunter2"],
    ["{&quot;password&quot;:&quot;hunter2&quot;}", "hunter2"],
    [String.raw`{\u0022password\u0022:\u0022hunter2\u0022}`, "hunter2"],
    ["data=%7B%22password%22%3A%22hunter2%22%7D", "hunter2"],
    ["GET /?user=root&password=hunter2&x=1", "hunter2"],
    ["GET /?token=hunter2 HTTP/1.1", "hunter2"],
    ["GET /?password%3Dhunter2%26x", "hunter2"],
    ["<password>hunter2</password>", "hunter2"],
    ["<db:password>hun ter2</db:password>", "hun", "ter2"],
    ['<add key="Password" value="hunter2"/>', "hunter2"],
    ['<input name="password" value="hunter2">', "hunter2"],
    ['{"name":"DB_PASSWORD","value":"hunter2"}', "hunter2"],
    ["- name: DB_PASSWORD\n  value: hunter2", "hunter2"],
    ["Server=db;Password=hun ter2;Database=x".replace(" ", ""), "hunter2"],
    ["Server=db;User Id=sa;Password=hunter2;", "hunter2"],
  ],
  addresses: [
    ["mysql://root:hunter2@db/x", "hunter2"],
    ["mysql://root:hun@ter2@db/x", "hun", "ter2"],
    ["://root:rest@rest@db", "rest"],
    ["redis://:hunter2@db:6379/0", "hunter2"],
    ["postgres://u:hun/ter2@db", "hun", "ter2"],
    ["postgres://u:hun#ter2@db", "hun", "ter2"],
    ["postgres://u:hun?ter2@db", "hun", "ter2"],
    ["postgres://u:hun:ter2@db", "hun", "ter2"],
    ["amqp://u:123456@db:5672", "123456"],
    ["mongodb://u:hunter2@a:1,b:2/x", "hunter2"],
    ["ftp://a@example.com:hunter2@host/", "hunter2"],
    ["https://x-access-token:hunter2@github.com/a", "hunter2"],
    ["https://hunter2hunter2hu@github.com/a", "hunter2"],
  ],
  "headers and command lines": [
    ["Authorization: Token hunter2", "hunter2"],
    ["Authorization: Bearer hunter2", "hunter2"],
    ["authorization: Basic aHVudGVyMg==", "aHVudGVyMg"],
    ["Authorization: hunter2", "hunter2"],
    ["Proxy-Authorization: Basic aHVudGVyMg==", "aHVudGVyMg"],
    ['Authorization: Digest username="root", response="hunter2"', "hunter2"],
    ['"Authorization":"Token hunter2"', "hunter2"],
    ["curl -H 'Authorization: Token hunter2' x", "hunter2"],
    ['curl -H "X-Api-Key: hunter2" x', "hunter2"],
    ["X-Auth-Token: hunter2", "hunter2"],
    ["Cookie: theme=dark; shop_session=hunter2", "hunter2"],
    ['{"cookie":"shop_session=hunter2"}', "hunter2"],
    ["Set-Cookie: shop_session=hunter2; Path=/; HttpOnly", "hunter2"],
    ["sent Bearer abcDEF123456", "abcDEF123456"],
    ["mysql -uroot -phunter2 shop", "hunter2"],
    ["mysql -u root -p'hunter2' shop", "hunter2"],
    ["mysqldump --single-transaction -u root -phunter2 shop", "hunter2"],
    ["docker login -u root -p hunter2 registry", "hunter2"],
    ["mongosh --host db -u root -p hunter2", "hunter2"],
    ["sshpass -p hunter2 ssh root@host", "hunter2"],
    ["redis-cli -h db -a hunter2 ping", "hunter2"],
    ["curl -u root:hunter2 https://host", "hunter2"],
    ["curl --user root:hunter2 https://host", "hunter2"],
    ["tool --password hunter2 --verbose", "hunter2"],
    ["tool --password=hunter2", "hunter2"],
    ["tool --db-password hunter2", "hunter2"],
    ["tool --token hunter2", "hunter2"],
    ["--password hunter2", "hunter2"],
    ["tool --api-key 'hunter2'", "hunter2"],
    ['1700000000.1 [0 127.0.0.1:1] "AUTH" "hunter2"', "hunter2"],
  ],
  "SQL and sentences": [
    ["CREATE USER 'a'@'%' IDENTIFIED BY 'hunter2'", "hunter2"],
    ["create user a identified by 'hun ter2'", "hun", "ter2"],
    ["IDENTIFIED WITH mysql_native_password BY 'hunter2'", "hunter2"],
    ["IDENTIFIED BY PASSWORD '*HUNTER2'", "HUNTER2"],
    ["SET PASSWORD FOR 'a'@'%' = PASSWORD('hunter2')", "hunter2"],
    ["ALTER USER a WITH PASSWORD 'hunter2'", "hunter2"],
    ["the password is hunter2", "hunter2"],
    ["Your new password is: hunter2", "hunter2"],
    ["temporary password: hunter2.", "hunter2"],
    ['password "hunter2" accepted', "hunter2"],
    ["password hunter2", "hunter2"],
    ["Password hunter2.", "hunter2"],
    ["the new password hunter2 was sent to root", "hunter2"],
    ["login as root with passwd S3cure!Pass", "S3cure"],
    ["(passphrase tr0ub4dor&3)", "tr0ub4dor"],
    ["passcode 12ab34cd, valid for an hour", "12ab34cd"],
    [String.raw`{"log":"password hunter2\n"}`, "hunter2"],
    ["密码 hunter2", "hunter2"],
    ["新口令 hunter2，请保存", "hunter2"],
    ["密码为hunter2", "hunter2"],
    ["密码为 hunter2", "hunter2"],
    ["密码是hunter2，请保存", "hunter2"],
    ["密码：hunter2", "hunter2"],
    ["密码: hunter2", "hunter2"],
    ["数据库密码=hunter2", "hunter2"],
    ["口令：hunter2", "hunter2"],
    ["密钥：hunter2", "hunter2"],
    ["令牌为：hunter2", "hunter2"],
    ["验证码：123456", "123456"],
  ],
  "what nobody sees": [
    ["pass\u200bword=hunter2", "hunter2"],
    ["password\u200b=\u200bhunter2", "hunter2"],
    ["password=hun\u200bter2", "hun", "ter2"],
    ["pass\u00adword: hunter2", "hunter2"],
    ["\ufeffpassword=hunter2", "hunter2"],
    ["pass\u2060word=hunter2", "hunter2"],
    ["密\u200d码：hunter2", "hunter2"],
    ["password\0=hunter2", "hunter2"],
    [`gh\u200bp_${token("", 36)}`, "aB3dE5fG"],
  ],
  "tokens of issuers": [
    ...STARTS.map((start) => [`seen ${token(start)} here`, token(start)] as const),
    [`https://hooks.slack.com/services/T${KEY_ID}/B${KEY_ID}/${token("", 24)}`, "ABCDEFGH", "aB3dE5fG"],
    [`https://discord.com/api/webhooks/123456789012345678/${token("", 68)}`, "aB3dE5fG"],
    [`https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${token("", 36)}`, "aB3dE5fG"],
    [`https://open.feishu.cn/open-apis/bot/v2/hook/${token("", 36)}`, "aB3dE5fG"],
    [`https://api.telegram.org/bot1234567890:${token("AA", 35)}/sendMessage`, "aB3dE5fG"],
    [`AKIA${KEY_ID}`, "ABCDEFGH"],
    [`ASIA${KEY_ID}`, "ABCDEFGH"],
    [`cookie ${token("eyJ", 30)}.${token("eyJ", 40)}.${token("", 43)}`, token("eyJ", 30), "aB3dE5fG"],
    [`-----BEGIN RSA PRIVATE KEY-----\n${token("MII", 64)}\n-----END RSA PRIVATE KEY-----`, "aB3dE5fG"],
    [`-----BEGIN OPENSSH PRIVATE KEY-----\n${token("b3B", 64)}`, "aB3dE5fG"],
    [String.raw`-----BEGIN PRIVATE KEY-----\n` + token("MII", 64), "aB3dE5fG"],
  ],
};

/** Lines of logs without credentials, which stay as they are. */
const PLAIN = [
  "session.use_cookies = 1, cookies are on",
  "https://discord.com/api/webhooks and https://hooks.slack.com/services",
  "https://qyapi.weixin.qq.com/cgi-bin/webhook/send timed out",
  "password changed",
  "password incorrect",
  "password for user root2",
  "Accepted password for deploy01 from 192.0.2.1 port 22 ssh2",
  "password 2 of 3 attempts",
  "password expires 2026-12-24",
  "Password must have 8 characters",
  "password sha256crypt is weak",
  "password caching_sha2_password is not supported",
  "password pbkdf2_sha256 with 600000 rounds",
  "reset password page2.html not found",
  "password /etc/shadow2 unreadable",
  "password policy: 12 characters",
  "password\nhunter2 logged in",
  "pass parser2.test.js",
  "密码 长度8位以上",
  "no passwd entry for user1234",
  "Password changed for user root",
  "password is required",
  "the password is wrong",
  "密码错误",
  "密码已修改",
  "密码为空",
  "Access denied for user 'root'@'localhost' (using password: YES)",
  "password: null",
  "password:   null",
  "password := none",
  '{"password":null,"token":true}',
  '{"password":""}',
  "tokens_used=512",
  "max_tokens: 4096",
  "Unexpected token: } in JSON at position 5",
  "Unexpected token < in JSON at position 0",
  'syntax error, unexpected token "=", expecting "]"',
  "CSRF token mismatch",
  "token expired",
  "Basic authentication failed",
  "bearer authentication is off",
  "the bypass=1 and compass: north",
  "PWD=/www/wwwroot/shop",
  "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "md5=d41d8cd98f00b204e9800998ecf8427e  backup.tar.gz",
  "commit 5ea62b92f9f6845aa5ea62b92f9f6845aa5ea62b",
  "id 550e8400-e29b-41d4-a716-446655440000",
  'ETag: "5ea62b92-1f"',
  "GET /index.php?id=5&page=2 HTTP/1.1",
  '192.0.2.1 - - [24/Nov/2026:14:10:36 +0000] "GET /a/b.png HTTP/1.1" 200 512 "https://example.com/" "Mozilla/5.0"',
  "proxy_pass http://127.0.0.1:8080/path@2x.png;",
  "https://example.com:8443/a?mail=x@example.com",
  "ssh://git@example.com:22/a.git",
  "upstream timed out (110: Connection timed out) while connecting to upstream, client: 192.0.2.1, server: example.com",
  "pam_unix(sshd:session): session opened for user root(uid=0) by (uid=0)",
  "Failed password for root from 192.0.2.1 port 22 ssh2",
  "Accepted publickey for root from 192.0.2.1 port 22 ssh2: RSA SHA256:abcdefghijklmnopqrstuvwxyz",
  "docker run -p 8080:80 nginx",
  "mkdir -p /www/backup",
  "2026-11-24 14:10:36.123  INFO 4711 --- [main] c.e.Shop : Started Shop in 3.2 seconds",
  "PHP Fatal error:  Uncaught Error: Call to undefined function hash() in /www/wwwroot/shop/a.php:5",
  "SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share)",
  "数据库连接成功，耗时 3 毫秒",
  "sk-learn installed, task-runner done",
  "npm_config_cache is set",
] as const;

describe("credentials in what agents read", () => {
  for (const [name, forms] of Object.entries(FORMS))
    it(`are masked: ${name} (${forms.length})`, () => {
      const leaks = forms.flatMap(([text, ...secrets]) => {
        const shown = withoutCredentials(text);
        return secrets.some((secret) => shown.includes(secret)) ? [`${text} → ${shown}`] : [];
      });
      assert.deepEqual(leaks, []);
    });

  it(`are masked in the middle of a line of a log, too`, () => {
    const leaks = Object.values(FORMS)
      .flat()
      .filter(([text]) => !text.includes("\n"))
      .flatMap(([text, ...secrets]) => {
        const shown = withoutCredentials(`2026-11-24 14:10:36 [error] 17#0: ${text}\nnext line`);
        const isLeft = shown.endsWith("\nnext line");
        return secrets.some((secret) => shown.includes(secret)) || !isLeft ? [`${text} → ${shown}`] : [];
      });
    // without quotes nothing tells where a value of several words ends, unless it is a line of its own; and a key may go on
    assert.deepEqual(
      leaks.filter((leak) => !/correct horse|BEGIN/.test(leak)),
      [],
    );
  });

  it("are more than the report that began this table had", () => {
    assert.ok(Object.values(FORMS).flat().length > 132);
  });

  for (const line of PLAIN)
    it(`are not seen where there are none: ${line}`, () => {
      assert.equal(withoutCredentials(line), line);
    });

  it("leave what stands beside them", () => {
    for (const [text, shown] of [
      ["user=root password=hunter2 host=db", "user=root password=*** host=db"],
      ["GET /?user=root&password=hunter2&x=1", "GET /?user=root&password=***&x=1"],
      ['{"user":"root","password":"hunter2","host":"db"}', '{"user":"root","password":"***","host":"db"}'],
      ["(user=root, password=hunter2) failed", "(user=root, password=***) failed"],
      ["Server=db;Password=hunter2;Database=x", "Server=db;Password=***;Database=x"],
      ["mysql://root:hunter2@db:3306/x?a=1", "mysql://root:***@db:3306/x?a=1"],
    ] as const)
      assert.equal(withoutCredentials(text), shown);
  });

  it("are masked once, however often", () => {
    for (const [text] of Object.values(FORMS).flat()) {
      const once = withoutCredentials(text);
      assert.equal(withoutCredentials(once), once);
    }
  });
});
