import { draw } from "./draw.tsx";

const TILT = "rotate(-5 100 62)";

export const AddressBook = draw([
  ["faint", "M34 110h14M58 110h92M160 110h12"],
  [
    "paper",
    "M130 28h10a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-10zM130 64h10a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-10zM130 82h10a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-10z",
    TILT,
  ],
  ["seal", "M130 46h10a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-10z", TILT],
  ["paper", "M66 18h62a6 6 0 0 1 6 6v76a6 6 0 0 1-6 6H66z", TILT],
  ["shade", "M64 18h10v88H64a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z", TILT],
  ["line", "M54 34h8M54 50h8M54 74h8M54 90h8", TILT],
  ["line", "M96 52a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM88 80c2-18 30-18 32 0z", TILT],
  ["faint", "M92 92h24", TILT],
]);
