import { draw } from "./draw.tsx";

export const LetterBox = draw([
  ["faint", "M34 110h20M64 110h76M150 110h16"],
  ["paper", "M102 78h11v32h-11z"],
  ["paper", "M70 30h66a20 20 0 0 1 20 20v28H70z"],
  ["shade", "M50 78V50a20 20 0 0 1 40 0v28z"],
  ["paper", "M50 78h40l-5 12a8 8 0 0 1-8 6H53a8 8 0 0 1-7-6z"],
  ["line", "M64 88h12"],
  ["faint", "M104 66h40"],
  ["goldLine", "M132 54V18"],
  ["seal", "M132 18h19v11h-19zM130 54a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"],
  ["line", "M102 110c-2-4-4-6-7-7M113 110c2-4 4-6 8-7"],
]);
