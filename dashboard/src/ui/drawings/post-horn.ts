import { draw } from "./draw.tsx";

const TILT = "rotate(-20 72 66)";
const FLIGHT = "rotate(-14 166 32)";

export const PostHorn = draw([
  ["faint", "M24 112h16M50 112h90M150 112h20"],
  ["line", "M46 86c0 12 8 15 14 13s8-9 6-17M57 99.5l-3 9h8l-2-9.5M58 108v-5"],
  ["gold", "M39 58a25 25 0 1 0 50 0a25 25 0 1 0-50 0zM46 58a18 18 0 1 0 36 0a18 18 0 1 0-36 0z", TILT],
  ["gold", "M22 76H100v7H22z", TILT],
  ["gold", "M22 74l-8-2.5v16l8-2.5z", TILT],
  ["gold", "M100 75c14 0 25-5 34-15v39c-9-10-20-15-34-15z", TILT],
  ["seal", "M128 79.5a6 19.5 0 1 0 12 0a6 19.5 0 1 0-12 0z", TILT],
  ["paper", "M149 18h34a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3h-34a3 3 0 0 1-3-3V21a3 3 0 0 1 3-3z", FLIGHT],
  ["line", "M147 20l19 14 19-14", FLIGHT],
  ["faint", "M146 56l12-5M150 66l20-3M140 32l-6-8"],
]);
