"use strict";

/**
 * Makes a fork of this VS Code: our extension, which becomes active after this one, finds an API without what `TEST_WITHOUT` names, or
 * with a stub there that throws if a `!` stands before the name. The tests find all.
 */
const Module = require("node:module");

const lacking = process.env["TEST_WITHOUT"];
const isStub = lacking.startsWith("!");
const [root, ...path] = lacking.replace("!", "").split(".");

exports.activate = () => {
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (root === "vscode" && request === "vscode" && isOurs(parent?.filename)) return without(loaded, path);
    if (root === "context" && isOurs(request))
      return { ...loaded, activate: (context) => loaded.activate(without(context, path)) };
    return loaded;
  };
};

/** Whether a file is of our bundles. */
function isOurs(file = "") {
  return /[\\/]dist[\\/][^\\/]+\.cjs$/.test(file);
}

/** A copy of an object that lacks what stands under a path, or has a stub there. */
function without(object, [first, ...rest]) {
  if (object[first] === undefined) throw new Error(`this VS Code has no ${first} to take away`);
  const properties = { ...inherited(object), ...Object.getOwnPropertyDescriptors(object) };
  delete properties[first];
  const copy = Object.defineProperties({}, properties);
  if (rest.length > 0) copy[first] = without(object[first], rest);
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
