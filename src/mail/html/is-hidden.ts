import type { Attributes } from "./walk-html.ts";

/** CSS that hides, without blanks. Only what hides everywhere: `font-size:0` is a trick of layouts, whose children show. */
const HIDING = /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?=[!;]|$))/;
const FLAT = /(?:^|;)(?:max-)?height:0(?:px)?(?=[!;]|$)/;
const CLIPPED = /(?:^|;)overflow:hidden/;

/** Whether nobody sees the element, such as the preview text that senders put before the first line. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.has("hidden")) return true;
  const given = attributes.get("style");
  if (given === undefined) return false;
  const style = given.replace(/\s+/g, "").toLowerCase();
  return HIDING.test(style) || (CLIPPED.test(style) && FLAT.test(style));
}

/** An image that counts who opens the mail. */
export function isPixel(attributes: Attributes): boolean {
  const isTiny = (name: string) => /^[01](?:px)?$/.test(attributes.get(name) ?? "");
  return isTiny("width") || isTiny("height");
}
