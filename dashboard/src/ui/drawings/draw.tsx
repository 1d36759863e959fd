import type { JSX } from "react";

export type Drawing = () => JSX.Element;

/** How a path is drawn. All lines have one width; gold is the only color. */
const STYLES = {
  line: "",
  /** Ground, writing and other things that are only hinted at. */
  faint: "stroke-line-strong",
  paper: "fill-surface",
  shade: "fill-subtle",
  gold: "fill-surface stroke-horn",
  goldLine: "stroke-horn",
  seal: "fill-horn stroke-horn",
};

/** A path of a drawing; later ones cover earlier ones. */
type Stroke = readonly [style: keyof typeof STYLES, d: string, transform?: string];

/** A line drawing from the world of the post horn. Its box is fixed, so that the text below does not move. */
export function draw(strokes: readonly Stroke[]): Drawing {
  return () => (
    <svg
      viewBox="0 0 200 120"
      aria-hidden="true"
      className="h-30 w-50 fill-none stroke-line-control stroke-[1.5]"
      fillRule="evenodd"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes.map(([style, d, transform]) => (
        <path key={d} d={d} className={STYLES[style]} {...(transform ? { transform } : {})} />
      ))}
    </svg>
  );
}
