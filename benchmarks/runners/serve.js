// What the runners on Node share: the protocol is told in __init__.py.
const { readFileSync } = require("node:fs");

exports.serve = (name, note, make) => {
  let operations, version;
  try {
    [version, operations] = make();
  } catch (error) {
    console.log(JSON.stringify({ missing: error.message.split("\n")[0] }));
    return;
  }
  console.log(JSON.stringify({ name, version, note, idna: true }));
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const row = JSON.parse(line);
    if (!Object.hasOwn(operations, row.op)) continue;
    let output = null;
    try {
      output = operations[row.op](row) ?? null;
    } catch { } // it refuses
    console.log(JSON.stringify({ id: row.id, output }));
  }
};

// A package, from the folder that IRI3987_NODE names or from where npm has put it here.
exports.load = (name) => {
  const paths = [process.env.IRI3987_NODE ?? ".node", __dirname];
  return [require(require.resolve(`${name}/package.json`, { paths })).version, require(require.resolve(name, { paths }))];
};
