/**
 * Makes a fork of this VS Code: our extension, which becomes active after this one, finds an API without what `TEST_WITHOUT` names, or
 * with a stub there that throws if a `!` stands before the name. The tests find all.
 */
const Module = require("node:module");

const lacking = process.env["TEST_WITHOUT"];
const path = lacking.replace("!", "").split(".");

exports.activate = () => {
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (request !== "vscode" || !/[\\/]dist[\\/][^\\/]+$/.test(parent?.filename ?? "")) return loaded;
    return without(loaded, path, lacking.startsWith("!"));
  };
};

/** A copy of an object that lacks what stands under a path, or has a stub there. */
function without(object, [first, ...rest], isStub) {
  const properties = Object.getOwnPropertyDescriptors(object);
  if (!(first in properties)) throw new Error(`this VS Code has no ${first} to take away`);
  const copy = Object.defineProperties({}, properties);
  delete copy[first];
  if (rest.length > 0) copy[first] = without(object[first], rest, isStub);
  else if (isStub) copy[first] = throwing;
  return copy;
}

function throwing() {
  throw new Error("not implemented");
}
