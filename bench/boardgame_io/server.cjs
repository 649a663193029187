// A server of boardgame.io with a game like the load of the house: three seats bid at once, round after round.
const { Server, Origins } = require("boardgame.io/server");

const bids = {
  name: "bids",
  minPlayers: 3,
  maxPlayers: 3,
  disableUndo: true,
  setup: () => ({ round: 1, bids: {} }),
  turn: { activePlayers: { all: "bidding" } },
  moves: {
    bid: {
      ignoreStaleStateID: true,
      move: ({ G, playerID }, amount) => {
        G.bids[playerID] = amount;
        if (Object.keys(G.bids).length === 3) {
          G.bids = {};
          G.round += 1;
        }
      },
    },
  },
};

Server({ games: [bids], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
