/** Says that it is up, and listens on a port until it is killed: `node program.cjs NAME PORT`. */
const { createServer } = require("node:net");

const [name, port] = process.argv.slice(2);
console.log(name, "is up");
createServer().listen(Number(port), "127.0.0.1");
