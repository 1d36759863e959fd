import { draw } from "./draw.tsx";

export const SealedReport = draw([
  ["faint", "M30 110h14M54 110h92M156 110h14"],
  ["paper", "M68 12h46l20 20v72a4 4 0 0 1-4 4H68a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z"],
  ["shade", "M114 12v16a4 4 0 0 0 4 4h16z"],
  ["line", "M76 66h46M80 66V52h8v14M93 66V42h8v24M106 66V47h8v19"],
  ["faint", "M76 78h40M76 87h28M76 96h20M76 26h22"],
  ["gold", "M119 98l-5 18 10-5 9 5-3-18z"],
  ["seal", "M110 90a14 14 0 1 0 28 0a14 14 0 1 0-28 0z"],
]);
