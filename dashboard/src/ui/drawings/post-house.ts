import { draw } from "./draw.tsx";

export const PostHouse = draw([
  ["faint", "M20 110h8M46 110h112M168 110h12"],
  ["faint", "M121 20c-6-4 4-6-1-10s2-5 1-6"],
  ["paper", "M115 26h12v28h-12z"],
  ["paper", "M56 60h76v50H56z"],
  ["shade", "M46 64l48-40 48 40z"],
  ["line", "M88 49a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"],
  ["paper", "M85 110V88a9 9 0 0 1 18 0v22z"],
  ["paper", "M63 76h14v16H63zM111 76h14v16h-14z"],
  ["line", "M70 76v16M63 84h14M118 76v16M111 84h14M97 100h1"],
  ["line", "M132 72h32M146 72v5M160 72v5"],
  ["gold", "M140 77h26v20h-26z"],
  ["goldLine", "M147.5 85.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM144 89h13M157 89l5-3.5v7z"],
  ["faint", "M34 110c-8 0-10-10-4-14-2-9 12-11 14-2 7 2 7 14-1 16z"],
]);
