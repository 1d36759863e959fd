import { draw } from "./draw.tsx";

export const EmptyEnvelope = draw([
  ["faint", "M24 110h14M48 110h104M162 110h14"],
  ["shade", "M56 52l38-31a9 9 0 0 1 12 0l38 31v48H56z"],
  ["paper", "M56 52l44 33 44-33v54a4 4 0 0 1-4 4H60a4 4 0 0 1-4-4z"],
  ["line", "M58 108l32-30M142 108l-32-30"],
  ["seal", "M92 35a8 8 0 1 0 16 0a8 8 0 1 0-16 0z"],
]);
