import { draw } from "./draw.tsx";

export const MailCoach = draw([
  ["faint", "M18 110h14M42 110h110M162 110h20M20 60h18M14 72h20M22 84h12"],
  ["line", "M136 86h30l14 6"],
  ["paper", "M56 40h70l10 10v36H62a6 6 0 0 1-6-6z"],
  ["shade", "M52 34h78a3 3 0 0 1 0 7H52a3 3 0 0 1 0-7z"],
  ["paper", "M68 22h24v12H68zM97 26h18v8H97z"],
  ["paper", "M63 48h20v16H63zM113 48h13l6 6v12h-19z"],
  ["paper", "M88 46h20v40H88z"],
  ["line", "M93 52h10v12H93zM103 72h1"],
  ["paper", "M54 93a17 17 0 1 0 34 0a17 17 0 1 0-34 0zM112 96a14 14 0 1 0 28 0a14 14 0 1 0-28 0z"],
  ["line", "M71 76v34M54 93h34M59 81l24 24M83 81l-24 24M126 82v28M112 96h28M116 86l20 20M136 86l-20 20"],
  ["seal", "M67.5 93a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM123 96a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"],
]);
