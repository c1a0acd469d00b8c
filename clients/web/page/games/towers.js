// The machine player that the specification of towers prescribes: minimax of depth three.

export const specifiedMachine = { game: 'towers', plies: 3 };
