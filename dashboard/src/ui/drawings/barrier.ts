import { draw } from "./draw.tsx";

export const Barrier = draw([
  ["faint", "M20 110h8M54 110h100M176 110h10"],
  [
    "paper",
    "M72 38h60a4 4 0 0 1 4 4v46a4 4 0 0 1-4 4H72a4 4 0 0 1-4-4V42a4 4 0 0 1 4-4z",
    "rotate(-7 102 65)",
  ],
  ["line", "M69 40l33 27 33-27", "rotate(-7 102 65)"],
  ["paper", "M161 110V88a4 4 0 0 1 8 0v22z"],
  ["line", "M157 70v10a8 8 0 0 0 16 0V70"],
  ["paper", "M34 70h140v11H34z"],
  [
    "seal",
    "M58 70h13l-7 11H51zM84 70h13l-7 11H77zM110 70h13l-7 11h-13zM136 70h13l-7 11h-13zM162 70h12v3l-5 8h-14z",
  ],
  ["shade", "M20 67h14v17H20a3 3 0 0 1-3-3V70a3 3 0 0 1 3-3z"],
  ["paper", "M34 110V64a7 7 0 0 1 14 0v46z"],
  ["line", "M39 75.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"],
]);
