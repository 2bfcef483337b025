"use strict";
/**
 * Stands in for @vscode/spdlog, the one native module that the VS Code server needs and that has no prebuilt binary: every Output channel is a
 * log file written through it. Same file format, no rotation.
 */
const { closeSync, mkdirSync, openSync, writeSync } = require("node:fs");
const { dirname } = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical", "off"];

class Logger {
  #file;
  #raw = false;
  #level = LEVELS.indexOf("info");

  constructor(file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = openSync(file, "a");
  }

  #write(level, message) {
    if (level < this.#level || this.#file === undefined) return;
    const now = new Date();
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
    const line = `${local.replace("T", " ").replace("Z", "")} [${LEVELS[level]}] ${message}\n`;
    writeSync(this.#file, this.#raw ? String(message) : line);
  }

  trace = (message) => this.#write(0, message);
  debug = (message) => this.#write(1, message);
  info = (message) => this.#write(2, message);
  warn = (message) => this.#write(3, message);
  error = (message) => this.#write(4, message);
  critical = (message) => this.#write(5, message);

  getLevel = () => this.#level;
  setLevel = (level) => void (this.#level = level);
  setPattern = () => void (this.#raw = false);
  clearFormatters = () => void (this.#raw = true);
  flush = () => {};
  flushOn = () => {};

  drop() {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

const createLogger = async (_name, file) => new Logger(file);

// one assignment per name: VS Code imports this file as an ES module, and Node finds named exports only in this form
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
