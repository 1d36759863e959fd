import { createElement, type JSX, type SVGProps } from "react";

export type Icon = (props: SVGProps<SVGSVGElement>) => JSX.Element;

/** An SVG element and its attributes. */
type Shape = readonly [tag: string, attributes: Record<string, string>];

/** Decorative unless it has an `aria-label`. */
export function drawIcon(shapes: Shape[]): Icon {
  return (props) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decorative, or named by its label
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(props["aria-label"] ? { role: "img" } : { "aria-hidden": true })}
      {...props}
    >
      {shapes.map(([tag, attributes]) =>
        createElement(tag, { key: JSON.stringify(attributes), ...attributes }),
      )}
    </svg>
  );
}
