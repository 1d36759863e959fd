import { draw } from "./draw.tsx";

export const LetterRack = draw([
  ["faint", "M22 110h14M46 110h108M164 110h14"],
  ["line", "M54 98v12M146 98v12"],
  ["paper", "M46 16h108a4 4 0 0 1 4 4v78H42V20a4 4 0 0 1 4-4z"],
  [
    "shade",
    "M48 22h32v28H48zM84 22h32v28H84zM120 22h32v28h-32zM48 60h32v28H48z M84 60h32v28H84zM120 60h32v28h-32z",
  ],
  ["faint", "M58 55h12M94 55h12M130 55h12M58 93h12M94 93h12M130 93h12"],
  ["paper", "M89 64h28v20H89z", "rotate(-16 100 76)"],
  ["line", "M89 64l14 11 14-11", "rotate(-16 100 76)"],
  ["seal", "M100 75a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", "rotate(-16 100 76)"],
]);
