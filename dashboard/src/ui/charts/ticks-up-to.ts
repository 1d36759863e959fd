/** Returns round numbers from 0 to at least `most`, for the lines of a chart: never more than six, never a fraction. */
export function ticksUpTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 5));
  const step = Math.max(
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * 5 >= most) ?? 1,
    1,
  );
  return Array.from({ length: Math.max(Math.ceil(most / step), 1) + 1 }, (_, index) => index * step);
}
