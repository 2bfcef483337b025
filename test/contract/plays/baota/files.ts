import { excluded, fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";
import { attributesOf, directoryOf, OF_WWW, recordedDirectory } from "../fileAnswers.ts";

const UPLOADED = {};
const NONE = new Uint8Array();
const NEVER_SENT = "our client never sends this";
const BODY = "only what is read of a file";
const ANOTHER = "a file that other recordings wrote";
const FIELDS = "only the attributes that are read";
const OTHER = "another file";
const LIST_FIELDS = "only what is read of a directory";

const EMPTY = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
const OLD_JAR = "a22fd3e3678f4af7f42abda4d41278ed5d7c66e8";
const NEW_JAR = "7c1da0539381cd85066fed3c5edaad99e5358aa2";

/** The server's files. */
export const filePlays: PlayTable = {
  file_access_set_badmode: gives("file.setAccess", { msg: "设置成功" }),
  file_access_set_baduser: gives(
    "file.setAccess",
    { msg: "设置成功" },
    {
      params: { path: "/www/wwwroot/fx/a.txt", user: "nosuch", mode: "644" },
      otherFields: ["all"],
    },
  ),
  file_access_set_forbidden: fails("file.setAccess", rejected("该操作存有风险，已禁止执行!"), {
    params: { path: "/www", user: "www", mode: "644" },
    otherFields: ["all"],
  }),
  file_after_move_dst: gives("file.attributes", attributesOf("4", EMPTY, { gid: 61234, group: "61234", device: 79 }), {
    params: { path: "/www/wwwroot/fx/full/a.txt" },
    demo: { fields: FIELDS, differs: OTHER },
  }),
  file_attribute: gives(
    "file.attributes",
    attributesOf("2941043", "6728a7808ac54073b17a9c6e798cb71f0c36e91e", OF_WWW),
    { params: { path: "/www/wwwroot/fx/a.txt" }, demo: { fields: FIELDS, differs: OTHER } },
  ),
  file_attribute_150mb: gives("file.attributes", attributesOf("2941163", undefined), {
    params: { path: "/www/wwwroot/fx/huge" },
    demo: { cannot: "no file of the demo is so large" },
  }),
  file_chunk_17825792: fails("file.upload", NOT_FOUND, {
    params: { directory: "/www/wwwroot/fx", name: "c17825792.bin", size: 17825792, start: 0, bytes: NONE },
  }),
  file_createdir_again: fails("file.createDirectory", rejected("指定目录已存在!"), {
    params: { path: "/www/wwwroot/fx" },
  }),
  file_createdir_space: gives("file.createDirectory", { msg: "目录创建成功!" }),
  file_createdir_star: fails("file.createDirectory", rejected("目录名中不能包含特殊字符!")),
  file_cut_first: gives(
    "file.upload",
    { there: 1048576 },
    {
      params: { directory: "/www/wwwroot/fx", name: "cut.bin", size: 2097152, start: 0, bytes: NONE },
    },
  ),
  file_cut_last: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "cut.bin", size: 2097152, start: 1048576, bytes: NONE },
    after: [["file_cut_first", 1]],
  }),
  file_cut_last_repeat: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx", name: "cut.bin", size: 2097152, start: 1048576, bytes: NONE },
    },
  ),
  file_cut_probe: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx", name: "cut.bin", size: 2097152, start: -1, bytes: NONE },
    },
  ),
  file_cut_repeat: gives(
    "file.upload",
    { there: 1048576 },
    {
      params: { directory: "/www/wwwroot/fx", name: "cut.bin", size: 2097152, start: 0, bytes: NONE },
      after: [["file_cut_first", 1]],
    },
  ),
  file_delete_again: fails("file.remove", rejected("指定文件不存在!"), {
    params: { path: "/www/wwwroot/fx/app2.jar.bak" },
    after: [["file_delete_ok", 1]],
  }),
  file_delete_dir_as_file: gives(
    "file.remove",
    { msg: "已将文件移动到回收站!" },
    { params: { path: "/www/wwwroot/fx/newdir" } },
  ),
  file_delete_dir_forbidden: fails("file.removeDirectory", rejected("该操作存有风险，已禁止执行!"), {
    params: { path: "/www/server" },
  }),
  file_delete_dir_missing: fails("file.removeDirectory", rejected("指定目录不存在!"), {
    params: { path: "/www/wwwroot/fx/none" },
  }),
  file_delete_ok: gives(
    "file.remove",
    { msg: "已将文件移动到回收站!" },
    { params: { path: "/www/wwwroot/fx/app2.jar.bak" } },
  ),
  file_deploy_1_before: gives("file.attributes", attributesOf("2515043", OLD_JAR), {
    params: { path: "/www/wwwroot/java/demo.jar" },
    demo: { fields: FIELDS, differs: OTHER },
  }),
  file_deploy_2_upload: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/java", name: "demo.jar.7c1da0539381.part", size: 1522, start: 0, bytes: NONE },
  }),
  file_deploy_3_verify: gives("file.attributes", attributesOf("2515244", NEW_JAR, OF_WWW), {
    params: { path: "/www/wwwroot/java/demo.jar.7c1da0539381.part" },
    after: [["file_deploy_2_upload", 1]],
    demo: { fields: FIELDS, differs: OTHER },
  }),
  file_deploy_5_swap: gives(
    "file.move",
    { msg: "移动文件或目录成功!" },
    {
      params: { from: "/www/wwwroot/java/demo.jar.7c1da0539381.part", to: "/www/wwwroot/java/demo.jar" },
      after: [["file_deploy_2_upload", 1]],
    },
  ),
  file_deploy_6_after_swap: gives("file.attributes", attributesOf("2515244", NEW_JAR, OF_WWW), {
    params: { path: "/www/wwwroot/java/demo.jar" },
    after: [
      ["file_deploy_2_upload", 1],
      ["file_deploy_5_swap", 1],
    ],
    demo: { fields: FIELDS, differs: OTHER },
  }),
  file_download: gives(
    "file.read",
    { bytes: Buffer.from("hello 2"), from: 0, total: 7 },
    { params: { path: "/www/wwwroot/fx/a.txt", from: 0, length: 100 } },
  ),
  file_download_missing: fails("file.read", rejected("指定文件不存在!"), {
    params: { path: "/www/wwwroot/fx/none", from: 0, length: 100 },
  }),
  file_exists_many: gives(
    "file.stat",
    listOf([
      { path: "/www/wwwroot/fx/a.txt", exists: true, isFile: true, bytes: 7, mtime: 1795297237 },
      { path: "/www/wwwroot/fx/none", exists: false, isFile: false, bytes: 0, mtime: 0 },
      { path: "/www/wwwroot/fx/中 文 (1).txt", exists: true, isFile: true, bytes: 2, mtime: 1795297237 },
    ]),
    {
      params: { paths: ["/www/wwwroot/fx/a.txt", "/www/wwwroot/fx/none", "/www/wwwroot/fx/中 文 (1).txt"] },
    },
  ),
  file_getdir: gives("file.list", recordedDirectory("/www/wwwroot/fx", 1_795_297_237, "755"), {
    params: { path: "/www/wwwroot/fx" },
    otherFields: ["showRow"],
    demo: { fields: LIST_FIELDS, differs: OTHER },
  }),
  file_getdir_cn: gives(
    "file.list",
    directoryOf("/www/wwwroot/fx/目 录", 1_795_297_643, [], [["文件.jar", 2, "755", "www"]]),
    {
      params: { path: "/www/wwwroot/fx/目 录" },
      otherFields: ["showRow"],
      demo: { fields: LIST_FIELDS, differs: OTHER },
    },
  ),
  file_getdir_dotdot: fails("file.list", rejected("不安全的路径"), { demo: { cannot: NEVER_SENT } }),
  file_getdir_missing: gives(
    "file.list",
    {
      ...directoryOf("/www/wwwroot", 0, [], []),
      // the recording asked for a page of two
      counted: 7,
      directories: {
        rows: [
          { name: "form1.example.com", size: 4096, mtime: 1_795_295_224, mode: "755", user: "www", linkTo: undefined },
          { name: "fx", size: 4096, mtime: 1_795_297_237, mode: "755", user: "www", linkTo: undefined },
        ],
        unreadable: [],
      },
    },
    {
      params: { path: "/www/wwwroot/fx/none" },
      otherFields: ["showRow"],
      demo: { fields: LIST_FIELDS, differs: OTHER },
    },
  ),
  file_hash: gives("file.hash", "6728a7808ac54073b17a9c6e798cb71f0c36e91e", {
    params: { path: "/www/wwwroot/fx/a.txt" },
  }),
  file_hash_150mb: gives("file.hash", "c7950c28d1e64a1d4147691e9da380d73ea90d7d", {
    params: { path: "/www/wwwroot/fx/huge" },
    demo: { differs: OTHER },
  }),
  file_move_forbidden: fails("file.move", rejected("该操作存有风险，已禁止执行!"), {
    params: { from: "/www/server", to: "/www/wwwroot/fx/x" },
  }),
  file_move_missing_source: fails("file.move", rejected("指定文件不存在!"), {
    params: { from: "/www/wwwroot/fx/app.jar.new", to: "/www/wwwroot/fx/app.jar" },
    after: [["file_move_over_existing", 1]],
  }),
  file_move_no_dfile: fails("file.move", NOT_FOUND),
  file_move_over_existing: gives(
    "file.move",
    { msg: "移动文件或目录成功!" },
    { params: { from: "/www/wwwroot/fx/app.jar.new", to: "/www/wwwroot/fx/app.jar" } },
  ),
  file_move_rename_exists: fails("file.move", rejected("目标文件名已存在!"), {
    params: { from: "/www/wwwroot/fx/app.jar", to: "/www/wwwroot/fx/a.txt", mustNotExist: true },
  }),
  file_move_rename_ok: gives(
    "file.move",
    { msg: "重命名成功!" },
    {
      params: { from: "/www/wwwroot/fx/app.jar", to: "/www/wwwroot/fx/app2.jar", mustNotExist: true },
      given: ["noSecondJar"],
    },
  ),
  file_move_same: fails("file.move", rejected("无意义操作"), {
    params: { from: "/www/wwwroot/fx/app.jar", to: "/www/wwwroot/fx/app.jar" },
  }),
  file_move_special_chars: fails("file.move", rejected("文件名中不能包含特殊字符!"), {
    params: { from: "/www/wwwroot/fx/app2.jar", to: "/www/wwwroot/fx/a;b.jar" },
  }),
  file_nospace_move: fails("file.move", rejected("移动文件或目录失败!"), {
    params: { from: "/www/wwwroot/fx/a.txt", to: "/www/wwwroot/fx/full/a.txt" },
    given: ["fullDisk"],
  }),
  file_nospace_probe: gives(
    "file.upload",
    { there: 1048576 },
    {
      params: { directory: "/www/wwwroot/fx/full", name: "big.bin", size: 3145728, start: -1, bytes: NONE },
    },
  ),
  file_resume_foreign_2: gives(
    "file.upload",
    { there: 5 },
    { params: { directory: "/www/wwwroot/fx", name: "v.jar", size: 10, start: 0, bytes: NONE } },
  ),
  file_resume_foreign_3: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "v.jar", size: 10, start: 5, bytes: NONE },
  }),
  file_ro_createdir: fails("file.createDirectory", rejected("目录创建失败!"), {
    params: { path: "/www/wwwroot/fx/ro/d" },
  }),
  file_ro_move: fails("file.move", rejected("当前目录为只读权限"), {
    params: { from: "/www/wwwroot/fx/q.txt", to: "/www/wwwroot/fx/ro/q.txt" },
  }),
  file_ro_upload: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx/ro", name: "x.bin", size: 2, start: 0, bytes: NONE },
    },
  ),
  file_ro_upload_newdir: fails("file.upload", rejected("当前目录为只读权限"), {
    params: { directory: "/www/wwwroot/fx/ro/sub", name: "x.bin", size: 2, start: 0, bytes: NONE },
  }),
  file_rollback_3_verify: gives("file.attributes", attributesOf("2515277", OLD_JAR), {
    params: { path: "/www/wwwroot/java/demo.jar" },
    demo: { fields: FIELDS, differs: OTHER },
  }),
  file_upload_b64: gives("file.upload", UPLOADED, { demo: { cannot: NEVER_SENT } }),
  file_upload_chunk1_of_2: gives(
    "file.upload",
    { there: 5 },
    { params: { directory: "/www/wwwroot/fx", name: "two.bin", size: 10, start: 0, bytes: NONE } },
  ),
  file_upload_chunk2_of_2: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "two.bin", size: 10, start: 5, bytes: NONE },
  }),
  file_upload_cn_dir: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx/目 录", name: "文件.jar", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_dotdot_name: fails("file.upload", rejected("错误的参数"), {
    demo: { cannot: NEVER_SENT },
  }),
  file_upload_dotdot_path: fails("file.upload", rejected("错误的参数"), {
    demo: { cannot: NEVER_SENT },
  }),
  file_upload_missing_size: fails("file.upload", NOT_FOUND),
  file_upload_modes: gives("file.upload", UPLOADED),
  file_upload_name_is_dir: fails("file.upload", rejected("存在与上传文件同名的文件夹请检查后重试"), {
    params: { directory: "/www/wwwroot/fx", name: "newdir", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_name_quote: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "it's.txt", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_name_semicolon: fails("file.upload", rejected("文件名中包含特殊字符!"), {
    params: { directory: "/www/wwwroot/fx", name: "a;b.txt", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_name_slash: gives("file.upload", { there: 0 }, { demo: { cannot: NEVER_SENT } }),
  file_upload_new_dir: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx/newdir/sub", name: "n.txt", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_no_blob_urlencoded: gives("file.upload", { there: 0 }),
  file_upload_one_chunk: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "a.txt", size: 5, start: 0, bytes: NONE },
  }),
  file_upload_overwrite: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "a.txt", size: 7, start: 0, bytes: NONE },
  }),
  file_upload_path_is_file: fails("file.upload", rejected("存在与上传文件夹同名的文件请检查后重试"), {
    params: { directory: "/www/wwwroot/fx/a.txt", name: "x.txt", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_probe_resume: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx", name: "probe.bin", size: 10, start: -1, bytes: NONE },
    },
  ),
  file_upload_resume_wrong_start: gives(
    "file.upload",
    { there: 5 },
    { params: { directory: "/www/wwwroot/fx", name: "two.bin", size: 10, start: 0, bytes: NONE } },
  ),
  file_upload_root: fails("file.upload", rejected("不能直接上传文件到系统根目录!"), {
    params: { directory: "/", name: "x.txt", size: 2, start: 0, bytes: NONE },
  }),
  file_upload_sig_in_query: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "q.txt", size: 5, start: 0, bytes: NONE },
  }),
  file_upload_too_much: fails(
    "file.upload",
    rejected("文件上传发生错误请删除临时文件【/www/wwwroot/fx/big.bin.3.upload.tmp】后重试"),
    { params: { directory: "/www/wwwroot/fx", name: "big.bin", size: 3, start: 0, bytes: NONE } },
  ),
  file_upload_too_much_again: gives(
    "file.upload",
    { there: 7 },
    {
      params: { directory: "/www/wwwroot/fx", name: "big.bin", size: 3, start: 0, bytes: NONE },
      after: [["file_upload_too_much", 1]],
    },
  ),
  file_upload_zero: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "zero.bin", size: 0, start: 0, bytes: NONE },
  }),
  file_upload_zero_no_blob: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx", name: "zero2.bin", size: 0, start: 0, bytes: NONE },
  }),
  file_body_get: gives(
    "file.text",
    { text: "hello 2" },
    { params: { path: "/www/wwwroot/fx/a.txt" }, demo: { fields: BODY } },
  ),
  file_body_get_cn: gives("file.text", { text: "第一行\nsecond\n" }, { demo: { cannot: ANOTHER } }),
  file_body_get_dir: fails("file.text", rejected("这不是一个文件!"), { demo: { cannot: ANOTHER } }),
  file_body_get_missing: fails("file.text", rejected("指定文件不存在!"), {
    params: { path: "/www/wwwroot/fx/none.txt" },
  }),
  recipe_grep_out: fails("file.text", rejected("文件编码不被兼容，无法正确读取文件!"), { demo: { cannot: ANOTHER } }),
  file_resume_foreign_4: gives(
    "file.text",
    { text: "AAAAABBBBB" },
    {
      params: { path: "/www/wwwroot/fx/v.jar" },
      demo: { cannot: ANOTHER },
    },
  ),
  ...excluded(
    "no operation of ours copies or unpacks files",
    "file_copy_missing",
    "file_copy_ok",
    "file_copy_to_missing_dir",
    "file_deploy_4_backup",
    "file_nospace_copy",
    "file_ro_copy",
    "file_rollback_1_copy",
    "file_unzip_bad",
    "file_unzip_jar",
    "file_unzip_missing",
    "file_unzip_ok",
  ),
  ...excluded("no operation of ours asks for owner and mode alone", "file_access_get", "file_access_get_missing"),
  ...excluded(
    "no operation of ours edits text",
    "file_body_save_base64_destroys",
    "file_body_save_cn",
    "file_body_save_crlf",
    "file_body_save_missing",
    "file_body_save_no_encoding",
    "file_body_save_stale",
  ),
  ...excluded("no operation of ours creates empty files", "file_createfile"),
  ...excluded("no operation of ours looks for names in one directory", "file_exists_check"),
  ...excluded("no operation of ours measures directories", "file_path_size"),
  ...excluded(
    "file.stat asks for one path, too (docs/protocol.md 16.1)",
    "file_stat_exists",
    "file_stat_exists_cn",
    "file_stat_exists_dir",
    "file_stat_exists_missing",
  ),
  ...excluded("no operation of ours reads the panel's tasks", "file_task_list"),
  ...excluded("no panel has this action", "file_unknown"),
  ...excluded("no operation of ours makes archives", "file_zip_badtype", "file_zip_missing", "file_zip_ok"),
};
