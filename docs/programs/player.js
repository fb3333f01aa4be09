// A player in JavaScript for Node.js: it prefers actions whose names share words with what it chose before.
//
// Try it: ow match program:"node docs/programs/player.js" random

const readline = require("node:readline");

const games = new Map(); // number -> words of what we chose in it

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n"); // one line, and nothing else on standard output
}

function choose(decision) {
  const words = games.get(decision.game);
  const known = (action) => action.name.split(" ").filter((word) => words.has(word)).length;
  const most = Math.max(...decision.legal.map(known));
  const best = decision.legal.filter((action) => known(action) === most);
  const action = best[Math.floor(decision.draw * best.length)]; // the draw is from 0 to 1: our dice
  action.name.split(" ").forEach((word) => words.add(word));
  return action.name; // an action is told by its name or its id
}

const answers = {
  hello: () => say({ type: "hello", protocol: 1, name: "player.js", version: "1", wants: [] }),
  game: (message) => games.set(message.game, new Set()),
  decision: (message) => say({ type: "action", id: message.id, action: choose(message) }),
  result: (message) => games.delete(message.game),
  quit: () => process.exit(0),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const answer = answers[message.type];
  if (answer) answer(message); // what we do not know, we pass over
});
