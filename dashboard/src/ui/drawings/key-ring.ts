import { draw } from "./draw.tsx";

const TAG = "translate(91 50) rotate(26)";
const KEY = "translate(110 51) rotate(-22)";

export const KeyRing = draw([
  ["paper", "M-14 4L-5-7H5L14 4V46a3 3 0 0 1-3 3H-11a3 3 0 0 1-3-3z", TAG],
  ["faint", "M-7 18H7M-7 27H7M-7 36H2", TAG],
  ["paper", "M76 30a24 24 0 1 0 48 0a24 24 0 1 0-48 0zM80 30a20 20 0 1 0 40 0a20 20 0 1 0-40 0z"],
  [
    "gold",
    "M-3 11.6a12 12 0 1 1 6 0V40h9v5H7v5h5v6H3v5h-6zM-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z",
    KEY,
  ],
]);
