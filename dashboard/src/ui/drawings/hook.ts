import { draw } from "./draw.tsx";

export const Hook = draw([
  ["faint", "M40 6h14M64 6h72M146 6h14"],
  ["line", "M100 6v6"],
  ["gold", "M96.5 23v24a15.5 15.5 0 0 0 31 0V28l-12 14 6-1v6a9 9 0 0 1-18 0V23z"],
  ["gold", "M94 18a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"],
  ["line", "M112 62.5L86 78M112 62.5l24 17"],
  [
    "paper",
    "M84 76h54a3 3 0 0 1 3 3v32a3 3 0 0 1-3 3H84a3 3 0 0 1-3-3V79a3 3 0 0 1 3-3z",
    "rotate(3 111 95)",
  ],
  ["line", "M82 78l29 20 29-20", "rotate(3 111 95)"],
]);
