// How pages of the pocket reach the house: as Python in a Worker. Replaces `lib/house.js` there.

const { pocket } = globalThis;

/** The path that this page would have on a site. */
export const here = pocket.path.split(/[?#]/)[0];

/** Requests a path of the house. */
export const ask = pocket.ask;

/** Opens the live connection to a table. */
export const openLine = pocket.openLine;
