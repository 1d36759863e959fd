import { draw } from "./draw.tsx";

export const Crossroads = draw([
  ["faint", "M22 110h20M158 110h22M60 110c10-8 26-9 36-10M104 100c16 1 30 4 40 10"],
  ["paper", "M96 18h8v88h-8z"],
  ["paper", "M95 18a5 5 0 0 1 10 0z"],
  ["gold", "M86 28h52l11 9-11 9H86z"],
  ["goldLine", "M96 37h34"],
  ["paper", "M114 52H62l-11 9 11 9h52z"],
  ["faint", "M70 61h34"],
  ["paper", "M90 76h38l8 7-8 7H90z"],
  ["faint", "M99 83h22"],
  ["shade", "M84 110c0-8 6-9 9-6 4-6 12-4 13 1 5-2 9 0 9 5z"],
]);
