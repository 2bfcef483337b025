"use strict";

/**
 * Makes a fork of this VS Code: our extension, which becomes active after this one, finds an API without what `TEST_WITHOUT` names, with
 * commas between, or with a stub there that throws if a `!` stands before a name. The tests find all.
 */
const Module = require("node:module");

const lacking = process.env["TEST_WITHOUT"].split(",");

exports.activate = () => {
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (request === "vscode" && isOurs(parent?.filename)) return withoutAll(loaded, "vscode");
    if (isOurs(request)) return { ...loaded, activate: (context) => loaded.activate(withoutAll(context, "context")) };
    return loaded;
  };
};

/** A copy of an object, which goes by this name in the list, as this fork has it. */
function withoutAll(object, name) {
  return lacking.reduce((rest, lack) => {
    const [root, ...path] = lack.replace("!", "").split(".");
    return root === name ? without(rest, path, lack.startsWith("!")) : rest;
  }, object);
}

/** Whether a file is of our bundles. */
function isOurs(file = "") {
  return /[\\/]dist[\\/][^\\/]+\.cjs$/.test(file);
}

/** A copy of an object that lacks what stands under a path, or has a stub there. */
function without(object, [first, ...rest], isStub) {
  if (object[first] === undefined) throw new Error(`this VS Code has no ${first} to take away`);
  const properties = { ...inherited(object), ...Object.getOwnPropertyDescriptors(object) };
  delete properties[first];
  const copy = Object.defineProperties({}, properties);
  if (rest.length > 0) copy[first] = without(object[first], rest, isStub);
  else if (isStub) copy[first] = throwing;
  return copy;
}

/** The methods of an object's class, as properties. */
function inherited(object) {
  const ofClass = Object.getPrototypeOf(object);
  if (ofClass === Object.prototype) return {};
  const names = Object.getOwnPropertyNames(ofClass).filter((name) => typeof object[name] === "function");
  return Object.fromEntries(names.map((name) => [name, { value: object[name].bind(object) }]));
}

function throwing() {
  throw new Error("not implemented");
}
