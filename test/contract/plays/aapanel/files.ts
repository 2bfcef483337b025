import { excluded, fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";
import { attributesOf, directoryOf, OF_WWW, recordedDirectory } from "../fileAnswers.ts";

const UPLOADED = {};
const NONE = new Uint8Array();
const NEVER_SENT = "our client never sends this";
const BODY = "only what is read of a file";
const FIELDS = "only the attributes that are read";
const LIST_FIELDS = "only what is read of a directory";

/** The server's files. */
export const aapanelFilePlays: PlayTable = {
  file_access_set_baduser_v2: gives(
    "file.setAccess",
    { msg: "Setup successfully!" },
    {
      params: { path: "/www/wwwroot/fx2/a.txt", user: "nosuch", mode: "644" },
      otherFields: ["all"],
    },
  ),
  file_access_set_v2: gives(
    "file.setAccess",
    { msg: "Setup successfully!" },
    { params: { path: "/www/wwwroot/fx2/a.txt", user: "www", mode: "644" }, otherFields: ["all"] },
  ),
  file_attribute_dir_v2: gives(
    "file.attributes",
    attributesOf("2941372", undefined, { ...OF_WWW, links: 11, isDirectory: true }),
    { params: { path: "/www/wwwroot/fx" }, demo: { fields: FIELDS, differs: "another directory" } },
  ),
  file_attribute_missing_v2: fails("file.attributes", rejected("File does not exist!"), {
    params: { path: "/www/wwwroot/fx2/none" },
  }),
  file_chunk_17825792_v2: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx2", name: "c17825792.bin", size: 17825792, start: 0, bytes: NONE },
  }),
  file_createdir_space_v2: gives("file.createDirectory", { msg: "Successfully created directory!" }, {}),
  file_createdir_v2: gives(
    "file.createDirectory",
    { msg: "Successfully created directory!" },
    { params: { path: "/www/wwwroot/fx2" }, given: ["noLabFiles"] },
  ),
  file_cut_last_repeat_v2: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx", name: "cut_v2.bin", size: 2097152, start: 1048576, bytes: NONE },
    },
  ),
  file_delete_again_v2: fails("file.remove", rejected("Configuration file not exist"), {
    params: { path: "/www/wwwroot/fx2/app2.jar.bak" },
    after: [["file_delete_ok_v2", 1]],
  }),
  file_delete_no_path_v2: fails("file.remove", NOT_FOUND),
  file_delete_ok_v2: gives(
    "file.remove",
    { msg: "File moved to recycle bin" },
    { params: { path: "/www/wwwroot/fx2/app2.jar.bak" } },
  ),
  file_deploy_7_stop: gives("java.stop", { msg: "Stopped successfully" }, { params: { project: "demo" } }),
  file_deploy_8_start: gives(
    "java.start",
    { msg: "Started successfully" },
    { params: { project: "demo" }, given: ["stoppedProject"] },
  ),
  file_download_missing_v2: fails("file.read", rejected("File not exists"), {
    params: { path: "/www/wwwroot/fx2/none", from: 0, length: 100 },
  }),
  file_getdir_dotdot_v2: fails("file.list", rejected("Unsafe path"), { demo: { cannot: NEVER_SENT } }),
  file_getdir_missing_v2: gives(
    "file.list",
    {
      ...directoryOf("/www/wwwroot", 0, [], []),
      // the recording asked for a page of two
      counted: 9,
      directories: {
        rows: [
          { name: "form1.example.com", size: 4096, mtime: 1_795_295_396, mode: "755", user: "www", linkTo: undefined },
          { name: "fx", size: 4096, mtime: 1_795_297_237, mode: "755", user: "www", linkTo: undefined },
        ],
        unreadable: [],
      },
    },
    {
      params: { path: "/www/wwwroot/fx2/none" },
      otherFields: ["showRow"],
      demo: { fields: LIST_FIELDS, differs: LIST_FIELDS },
    },
  ),
  file_getdir_v2: gives("file.list", recordedDirectory("/www/wwwroot/fx2", 1_795_297_238, "644"), {
    params: { path: "/www/wwwroot/fx2" },
    otherFields: ["showRow"],
    demo: { fields: LIST_FIELDS, differs: LIST_FIELDS },
  }),
  file_exists_many_v2: gives(
    "file.stat",
    listOf([
      { path: "/www/wwwroot/fx2/a.txt", exists: true, isFile: true, bytes: 7, mtime: 1795297238 },
      { path: "/www/wwwroot/fx2/none", exists: false, isFile: false, bytes: 0, mtime: 0 },
      { path: "/www/wwwroot/fx2/中 文 (1).txt", exists: true, isFile: true, bytes: 2, mtime: 1795297238 },
    ]),
    {
      params: { paths: ["/www/wwwroot/fx2/a.txt", "/www/wwwroot/fx2/none", "/www/wwwroot/fx2/中 文 (1).txt"] },
    },
  ),
  file_hash_missing_v2: fails("file.hash", NOT_FOUND, {
    params: { path: "/www/wwwroot/fx2/none" },
  }),
  file_hash_v2: gives("file.hash", "6728a7808ac54073b17a9c6e798cb71f0c36e91e", {
    params: { path: "/www/wwwroot/fx2/a.txt" },
  }),
  file_move_missing_source_v2: fails("file.move", rejected("Configuration file not exist"), {
    params: { from: "/www/wwwroot/fx2/app.jar.new", to: "/www/wwwroot/fx2/app.jar" },
    after: [["file_move_over_existing_v2", 1]],
  }),
  file_move_onto_dir_v2: fails("file.move", rejected("Failed to move file!"), {
    params: { from: "/www/wwwroot/fx2/app2.jar", to: "/www/wwwroot/fx2/newdir" },
  }),
  file_move_over_existing_v2: gives(
    "file.move",
    { msg: "File moved!" },
    { params: { from: "/www/wwwroot/fx2/app.jar.new", to: "/www/wwwroot/fx2/app.jar" } },
  ),
  file_move_rename_exists_v2: fails("file.move", rejected("The target file name already exists!")),
  file_move_same_v2: fails("file.move", rejected("Meaningless operation"), {
    params: { from: "/www/wwwroot/fx2/app.jar", to: "/www/wwwroot/fx2/app.jar" },
  }),
  file_move_to_missing_dir_v2: fails("file.move", rejected("Failed to move file!"), {
    params: { from: "/www/wwwroot/fx2/app2.jar", to: "/www/wwwroot/fx2/none/x.jar" },
  }),
  file_nospace_move_v2: fails("file.move", rejected("Failed to move file!"), {
    params: { from: "/www/wwwroot/fx/a.txt", to: "/www/wwwroot/fx/full/a.txt" },
    given: ["fullDisk"],
  }),
  file_nospace_upload_v2: fails("file.upload", rejected("Not enough disk space"), {
    params: { directory: "/www/wwwroot/fx/full", name: "big.bin", size: 3145728, start: 0, bytes: NONE },
    given: ["fullDisk"],
  }),
  file_resume_foreign_3_v2: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx2", name: "v.jar", size: 10, start: 5, bytes: NONE },
  }),
  file_ro_upload_newdir_v2: fails("file.upload", rejected("The current directory is read-only"), {
    params: { directory: "/www/wwwroot/fx/ro/sub", name: "x.bin", size: 2, start: 0, bytes: NONE },
  }),
  file_ro_upload_v2: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx/ro", name: "x.bin", size: 2, start: 0, bytes: NONE },
    },
  ),
  file_upload_chunk1_of_2_v2: gives(
    "file.upload",
    { there: 5 },
    {
      params: { directory: "/www/wwwroot/fx2", name: "two.bin", size: 10, start: 0, bytes: NONE },
    },
  ),
  file_upload_dotdot_path_v2: fails("file.upload", rejected("Wrong parameter"), {
    demo: { cannot: NEVER_SENT },
  }),
  file_upload_modes_v2: gives("file.upload", UPLOADED),
  file_upload_name_is_dir_v2: fails(
    "file.upload",
    rejected("If there is a folder with the same name as the uploaded file, please check and try again"),
    { params: { directory: "/www/wwwroot/fx2", name: "newdir", size: 2, start: 0, bytes: NONE } },
  ),
  file_upload_name_semicolon_v2: fails(
    "file.upload",
    rejected("No special characters can be included in the file name!"),
    { params: { directory: "/www/wwwroot/fx2", name: "a;b.txt", size: 2, start: 0, bytes: NONE } },
  ),
  file_upload_name_slash_v2: gives("file.upload", { there: 0 }, { demo: { cannot: NEVER_SENT } }),
  file_upload_one_chunk_v2: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx2", name: "a.txt", size: 5, start: 0, bytes: NONE },
  }),
  file_upload_path_is_file_v2: fails(
    "file.upload",
    rejected("If there is a file with the same name as the upload folder, please check and try again"),
    {
      params: { directory: "/www/wwwroot/fx2/a.txt", name: "x.txt", size: 2, start: 0, bytes: NONE },
    },
  ),
  file_upload_probe_resume_v2: gives(
    "file.upload",
    { there: 0 },
    {
      params: { directory: "/www/wwwroot/fx2", name: "probe.bin", size: 10, start: -1, bytes: NONE },
    },
  ),
  file_upload_proc_v2: fails("file.upload", rejected("Upload failed [Errno 2] No such file or directory: '/proc/x'"), {
    params: { directory: "/proc/x", name: "x.txt", size: 2, start: 0, bytes: NONE },
    demo: { cannot: NEVER_SENT },
  }),
  file_upload_resume_wrong_start_v2: gives(
    "file.upload",
    { there: 5 },
    {
      params: { directory: "/www/wwwroot/fx2", name: "two.bin", size: 10, start: 0, bytes: NONE },
    },
  ),
  file_upload_too_much_again_v2: gives(
    "file.upload",
    { there: 7 },
    {
      params: { directory: "/www/wwwroot/fx2", name: "big.bin", size: 3, start: 0, bytes: NONE },
      after: [["file_upload_too_much_v2", 1]],
    },
  ),
  file_upload_too_much_v2: fails(
    "file.upload",
    rejected(
      "If there is an error in file uploading, please delete the temporary file [/www/wwwroot/fx2/big.bin.3.upload.tmp] and try again",
    ),
    { params: { directory: "/www/wwwroot/fx2", name: "big.bin", size: 3, start: 0, bytes: NONE } },
  ),
  file_upload_zero_v2: gives("file.upload", UPLOADED, {
    params: { directory: "/www/wwwroot/fx2", name: "zero.bin", size: 0, start: 0, bytes: NONE },
  }),
  recipe_grep_out_v2: fails("file.text", rejected("File encoding is not compatible and cannot be read correctly!"), {
    demo: { cannot: "its files are text" },
  }),
  file_body_get_missing_v2: fails("file.text", rejected("Configuration file not exist"), {
    params: { path: "/www/wwwroot/fx2/none.txt" },
  }),
  file_body_get_v2: gives(
    "file.text",
    { text: "hello 2" },
    {
      params: { path: "/www/wwwroot/fx2/a.txt" },
      demo: { fields: BODY },
    },
  ),
  ...excluded(
    "no operation of ours copies or unpacks files",
    "file_copy_missing_v2",
    "file_copy_same_v2",
    "file_nospace_copy_v2",
    "file_unzip_bad_v2",
    "file_unzip_jar_v2",
    "file_unzip_missing_v2",
    "file_unzip_ok_v2",
  ),
  ...excluded(
    "no operation of ours asks for owner and mode alone",
    "file_access_get",
    "file_access_get_missing",
    "file_access_get_missing_v2",
    "file_access_get_v2",
  ),
  ...excluded(
    "our client does not use aaPanel's older route",
    "file_access_set",
    "file_access_set_badmode",
    "file_access_set_forbidden",
    "file_access_set_missing",
    "file_attribute",
    "file_attribute_150mb",
    "file_attribute_dir",
    "file_attribute_missing",
    "file_copy_missing",
    "file_copy_over_existing",
    "file_copy_same",
    "file_copy_to_missing_dir",
    "file_createdir",
    "file_createdir_again",
    "file_createdir_space",
    "file_createdir_star",
    "file_cut_first",
    "file_cut_last",
    "file_cut_last_repeat",
    "file_cut_probe",
    "file_cut_repeat",
    "file_delete_again",
    "file_delete_dir_forbidden",
    "file_delete_dir_missing",
    "file_delete_no_path",
    "file_deploy_1_before",
    "file_deploy_2_upload",
    "file_deploy_3_verify",
    "file_deploy_4_backup",
    "file_deploy_5_swap",
    "file_deploy_6_after_swap",
    "file_getdir_cn",
    "file_getdir_dotdot",
    "file_download",
    "file_download_missing",
    "file_hash",
    "file_hash_150mb",
    "file_hash_missing",
    "file_move_forbidden",
    "file_move_missing_source",
    "file_move_name_cn_space",
    "file_move_name_quote",
    "file_move_no_dfile",
    "file_move_onto_dir",
    "file_move_over_existing",
    "file_move_rename_exists",
    "file_move_rename_ok",
    "file_move_same",
    "file_move_special_chars",
    "file_move_to_missing_dir",
    "file_nospace_copy",
    "file_nospace_move",
    "file_nospace_probe",
    "file_nospace_upload",
    "file_resume_foreign_1",
    "file_resume_foreign_2",
    "file_resume_foreign_3",
    "file_ro_copy",
    "file_ro_createdir",
    "file_ro_move",
    "file_ro_upload",
    "file_ro_upload_newdir",
    "file_rollback_1_copy",
    "file_rollback_2_swap",
    "file_rollback_3_verify",
    "file_unzip_bad",
    "file_unzip_jar",
    "file_unzip_missing",
    "file_unzip_ok",
    "file_upload_b64",
    "file_upload_chunk1_of_2",
    "file_upload_dotdot_path",
    "file_upload_longname",
    "file_upload_name_is_dir",
    "file_upload_name_quote",
    "file_upload_name_slash",
    "file_upload_new_dir",
    "file_upload_no_blob_urlencoded",
    "file_upload_one_chunk",
    "file_upload_one_chunk_spanish",
    "file_upload_overwrite",
    "file_upload_path_is_file",
    "file_upload_probe_resume",
    "file_upload_proc",
    "file_upload_resume_wrong_start",
    "file_upload_root",
    "file_upload_sig_in_query",
    "file_upload_too_much",
    "file_upload_too_much_again",
    "file_upload_zero",
    "file_upload_zero_no_blob",
  ),
  ...excluded(
    "no operation of ours edits text",
    "file_body_get",
    "file_body_get_cn",
    "file_body_get_dir",
    "file_body_get_missing",
    "file_body_save_base64_destroys_v2",
    "file_body_save_cn",
    "file_body_save_cn_v2",
    "file_body_save_crlf",
    "file_body_save_missing",
    "file_body_save_no_encoding",
    "file_body_save_stale",
    "file_body_save_stale_force",
    "file_body_save_stale_force_v2",
    "file_body_save_stale_v2",
    "file_resume_foreign_4",
  ),
  ...excluded(
    "no operation of ours creates empty files",
    "file_createfile",
    "file_createfile_again",
    "file_createfile_v2",
  ),
  ...excluded(
    "no operation of ours looks for names in one directory",
    "file_exists_check_missing",
    "file_exists_check_v2",
  ),
  ...excluded("no operation of ours measures directories", "file_path_size"),
  ...excluded(
    "file.stat asks for one path, too (docs/protocol.md 16.1)",
    "file_stat_exists",
    "file_stat_exists_cn",
    "file_stat_exists_cn_v2",
    "file_stat_exists_dir",
    "file_stat_exists_missing",
    "file_stat_exists_missing_v2",
    "file_stat_exists_v2",
  ),
  ...excluded("no operation of ours reads the panel's tasks", "file_task_list_v2"),
  ...excluded("no panel has this action", "file_unknown"),
  ...excluded(
    "no operation of ours makes archives",
    "file_zip_badtype",
    "file_zip_missing",
    "file_zip_ok",
    "file_zip_ok_v2",
  ),
};
