import { draw } from "./draw.tsx";

export const HouseRow = draw([
  ["faint", "M14 110h12M36 110h128M174 110h12"],
  ["paper", "M36 56h42v54H36zM122 56h42v54h-42z"],
  ["shade", "M36 56l21-20 21 20zM122 56l21-20 21 20z"],
  ["paper", "M78 44h44v66H78z"],
  ["shade", "M78 44h8V34h8V24h12v10h8v10h8v0z"],
  [
    "line",
    "M46 66h8v10h-8zM60 66h8v10h-8zM132 66h8v10h-8zM146 66h8v10h-8zM86 54h9v11h-9zM105 54h9v11h-9zM86 74h9v11h-9zM105 74h9v11h-9z",
  ],
  ["paper", "M52 110V92a5 5 0 0 1 10 0v18zM138 110V92a5 5 0 0 1 10 0v18z"],
  ["seal", "M94 110V98a6 6 0 0 1 12 0v12z"],
]);
