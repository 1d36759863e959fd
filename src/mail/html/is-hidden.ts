import type { Attributes } from "./walk-html.ts";

/**
 * CSS that hides an element, written without blanks. `font-size:0` is not included, because layouts use it around visible
 * children.
 */
const HIDING = /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?=[!;]|$))/;
const FLAT = /(?:^|;)(?:max-)?height:0(?:px)?(?=[!;]|$)/;
const CLIPPED = /(?:^|;)overflow:hidden/;

/** Whether the element is invisible, such as the preview text that senders put before the first line. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.has("hidden")) return true;
  const css = attributes.get("style");
  if (css === undefined) return false;
  const style = css.replace(/\s+/g, "").toLowerCase();
  return HIDING.test(style) || (CLIPPED.test(style) && FLAT.test(style));
}

/** Whether an image is a tracking pixel. */
export function isPixel(attributes: Attributes): boolean {
  const isTiny = (name: string) => /^[01](?:px)?$/.test(attributes.get(name) ?? "");
  return isTiny("width") || isTiny("height");
}
