/** A band of the flow. All values are shares of the chart's height, from 0 to 1. */
export type Band = {
  /** On the left, where all mail is one block. */
  fromTop: number;
  fromHeight: number;
  /** On the right, where each outcome has its own block. */
  toTop: number;
  toHeight: number;
};

/** Rare outcomes are drawn with at least this share of the height, and have room for their label. */
const LEAST_HEIGHT = 0.012;
const LABEL_HEIGHT = 0.105;

/** The bands of a flow from one block to several outcomes, whose labels do not overlap. */
export function flowBands(counts: number[]): Band[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const left = scaled(counts, 1);
  const rooms = counts.map((count) => Math.max(count / total, LABEL_HEIGHT));
  const roomOfAll = rooms.reduce((sum, room) => sum + room, 0);
  // Large outcomes give up the height that the labels of small ones need.
  const spare = Math.max(0, 1 - LABEL_HEIGHT * counts.length);
  const large = counts.map((count) => Math.max(0, count / total - LABEL_HEIGHT));
  const largeOfAll = large.reduce((sum, height) => sum + height, 0) || 1;
  const fitted = roomOfAll <= 1 ? rooms : large.map((height) => LABEL_HEIGHT + (height / largeOfAll) * spare);
  const bands: Band[] = [];
  let [fromTop, toTop] = [0, (1 - fitted.reduce((sum, room) => sum + room, 0)) / 2];
  for (const [index, count] of counts.entries()) {
    const room = fitted[index] ?? 0;
    const toHeight = Math.min(room, Math.max(count / total, LEAST_HEIGHT));
    bands.push({ fromTop, fromHeight: left[index] ?? 0, toTop: toTop + (room - toHeight) / 2, toHeight });
    fromTop += left[index] ?? 0;
    toTop += room;
  }
  return bands;
}

/** Heights that add up to `height`, none of which is invisible. */
function scaled(counts: number[], height: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const visible = counts.map((count) => Math.max(count / total, LEAST_HEIGHT / 2));
  const sum = visible.reduce((all, one) => all + one, 0);
  return visible.map((one) => (one / sum) * height);
}

/** The outline of a band in a box of 100 by 100, with soft curves. */
export function bandPath({ fromTop, fromHeight, toTop, toHeight }: Band): string {
  const y = (share: number) => (share * 100).toFixed(2);
  const [a, b, c, d] = [y(fromTop), y(toTop), y(toTop + toHeight), y(fromTop + fromHeight)];
  return `M0,${a} C45,${a} 55,${b} 100,${b} L100,${c} C55,${c} 45,${d} 0,${d} Z`;
}
