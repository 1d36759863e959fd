import { draw } from "./draw.tsx";

export const Hills = draw([
  ["seal", "M116 56a16 16 0 1 0 32 0a16 16 0 1 0-32 0z"],
  ["shade", "M36 106V84c18-4 30-44 52-44s28 28 44 28 20-18 44-22v60z"],
  ["paper", "M36 106c22 0 34-22 60-22s36 14 80 2v20z"],
  ["faint", "M88 43v57M60 74v22M132 72v22M160 58v30"],
  ["line", "M36 14v92h142M31 36h5M31 59h5M31 82h5"],
  ["paper", "M85 40a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"],
]);
