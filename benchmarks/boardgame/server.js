// The grid of Plus 4 on boardgame.io, kept in its own memory: `node server.js PORT`.

const { Server } = require("boardgame.io/server");

const SIZE = 4;
// About as many pushes as a game of Plus 4 (endless) takes between players who push at random.
const LAST_PUSH = 48;

const grid = {
  name: "plus4",
  setup: () => ({ columns: Array.from({ length: SIZE }, () => []), pushes: 0 }),
  minPlayers: 2,
  maxPlayers: 2,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    push: ({ G, playerID }, column) => {
      G.columns[column].unshift(playerID);
      G.columns[column].length = Math.min(SIZE, G.columns[column].length);
      G.pushes += 1;
    },
  },
  endIf: ({ G }) => (G.pushes === LAST_PUSH ? { draw: true } : undefined),
};

// No browser comes here, so no origin needs to be allowed.
Server({ games: [grid], origins: false }).run({ port: Number(process.argv[2]) });
