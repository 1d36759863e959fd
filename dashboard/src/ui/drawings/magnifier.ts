import { draw } from "./draw.tsx";

export const Magnifier = draw([
  ["faint", "M30 110h14M54 110h90M154 110h16"],
  [
    "paper",
    "M66 14h58a4 4 0 0 1 4 4v84a4 4 0 0 1-4 4H66a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z",
    "rotate(-4 95 60)",
  ],
  ["faint", "M74 30h30M74 42h42M74 54h18M74 66h14M74 78h20M74 90h34", "rotate(-4 95 60)"],
  ["paper", "M138 81l22 22a4 4 0 0 1-6 6l-22-22z"],
  ["gold", "M92 62a27 27 0 1 0 54 0a27 27 0 1 0-54 0z"],
  ["gold", "M97 62a22 22 0 1 0 44 0a22 22 0 1 0-44 0z"],
  ["faint", "M104 58a16 16 0 0 1 12-12"],
]);
