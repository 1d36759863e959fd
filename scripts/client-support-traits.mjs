/** The traits of HTML and CSS by which src/mail/client-support recognizes each feature of Can I email. */

const properties = (...names) => names.map((name) => `property:${name}`);
const elements = (...names) => names.map((name) => `element:${name}`);
const keywords = (...names) => names.map((name) => `keyword:${name}`);
const sides = (name) => ["top", "right", "bottom", "left"].map((side) => `${name}-${side}`);
const logical = (name) => [`${name}-start`, `${name}-end`];

/** Features whose traits do not follow from the name. An empty list: not visible in HTML. */
const EXCEPTIONS = {
  amp: ["attribute:amp4email", "attribute:⚡4email"],
  bimi: [],
  "css-animation": properties(
    "animation",
    ...["delay", "direction", "duration", "fill-mode", "iteration-count", "name", "play-state"].map(
      (part) => `animation-${part}`,
    ),
    "animation-timing-function",
  ),
  "css-at-media-device-pixel-ratio": [
    "media:-webkit-device-pixel-ratio",
    "media:-webkit-min-device-pixel-ratio",
    "media:-webkit-max-device-pixel-ratio",
  ],
  "css-at-media-hover": ["media:hover", "media:any-hover"],
  "css-block-inline-size": properties("block-size"),
  "css-border": properties("border", ...sides("border"), "border-width", "border-style", "border-color"),
  "css-border-image": properties("border-image", "border-image-source", "border-image-slice"),
  "css-border-inline-block": properties("border-inline", "border-block"),
  "css-border-inline-block-individual": properties(...logical("border-inline"), ...logical("border-block")),
  "css-border-inline-block-longhand": ["inline", "block"].flatMap((axis) =>
    properties(...["width", "style", "color"].map((part) => `border-${axis}-${part}`)),
  ),
  "css-border-radius": properties(
    "border-radius",
    ...["top-left", "top-right", "bottom-left", "bottom-right"].map((corner) => `border-${corner}-radius`),
  ),
  "css-border-radius-logical": ["start-start", "start-end", "end-start", "end-end"].map(
    (corner) => `property:border-${corner}-radius`,
  ),
  "css-column-layout-properties": properties(
    "columns",
    ...["width", "fill", "rule", "rule-color", "rule-style", "rule-width", "span"].map(
      (part) => `column-${part}`,
    ),
  ),
  "css-comments": ["comment:css"],
  "css-flex-direction": ["value:flex-direction:column"],
  "css-flex-wrap": ["value:flex-wrap:wrap"],
  "css-gap": properties("gap", "column-gap", "row-gap"),
  "css-grid-template": properties(
    "grid-template",
    ...["areas", "columns", "rows"].map((part) => `grid-template-${part}`),
  ),
  "css-important": ["important"],
  "css-inert-attribute": ["attribute:inert"],
  "css-intrinsic-size": keywords("fit-content", "min-content", "max-content"),
  "css-left-right-top-bottom": properties("left", "right", "top", "bottom"),
  "css-margin": properties("margin", ...sides("margin")),
  "css-margin-block-start-end": properties(...logical("margin-block")),
  "css-margin-inline-block": properties("margin-inline", "margin-block"),
  "css-margin-inline-start-end": properties(...logical("margin-inline")),
  "css-modern-color": ["lch", "oklch", "lab", "oklab"].map((name) => `function:${name}`),
  "css-nesting": ["nesting"],
  "css-outline": properties("outline", "outline-width", "outline-style", "outline-color"),
  "css-overflow": properties("overflow", "overflow-x", "overflow-y"),
  "css-padding": properties("padding", ...sides("padding")),
  "css-padding-block-start-end": properties(...logical("padding-block")),
  "css-padding-inline-block": properties("padding-inline", "padding-block"),
  "css-padding-inline-start-end": properties(...logical("padding-inline")),
  "css-scroll-snap": properties("scroll-snap-type", "scroll-snap-align", "scroll-snap-stop"),
  "css-sytem-ui": keywords("system-ui", "ui-serif", "ui-sans-serif", "ui-rounded", "ui-monospace"),
  "css-text-emphasis": properties("text-emphasis", "text-emphasis-color", "text-emphasis-style"),
  "css-transition": properties(
    "transition",
    ...["delay", "duration", "property", "timing-function"].map((part) => `transition-${part}`),
  ),
  "css-unit-calc": ["function:calc"],
  "css-unit-initial": keywords("initial"),
  "css-unit-percent": ["unit:%"],
  "css-variables": ["function:var"],
  "html-address": elements("address"),
  "html-anchor-links": ["link:#"],
  "html-base": elements("base"),
  "html-button-reset": ["type:button:reset"],
  "html-button-submit": ["type:button:submit"],
  "html-comments": ["comment:html"],
  "html-doctype": ["doctype"],
  "html-h1-h6": elements("h1", "h2", "h3", "h4", "h5", "h6"),
  "html-image-maps": elements("map"),
  "html-lists": elements("ul", "ol", "dl"),
  "html-mailto-links": ["link:mailto"],
  "html-meta-color-scheme": ["meta:color-scheme"],
  "html-semantics": elements(
    ...[
      "article",
      "aside",
      "details",
      "figcaption",
      "figure",
      "footer",
      "header",
      "main",
      "mark",
      "nav",
      "section",
    ],
    ...["summary", "time"],
  ),
  "html-srcset": ["attribute:srcset", "attribute:sizes"],
  "html-svg": elements("svg"),
};

/** The first pattern that the slug matches gives the trait. */
const PATTERNS = [
  [/^css-at-media-(.+)/, "media"],
  [/^css-at-(.+)/, "at"],
  [/^css-pseudo-(?:class|element)-(.+)/, "pseudo"],
  [/^css-selector-(.+)/, "selector"],
  [/^css-function-(.+)/, "function"],
  [/^css-(rgba?|(?:conic|linear|radial)-gradient)$/, "function"],
  [/^css-unit-(.+)/, "unit"],
  [/^css-display-(.+)/, "value:display"],
  [/^css-(.+)/, "property"],
  [/^html-input-(.+)/, "type:input"],
  [/^image-(.+)/, "image"],
];

export function traitsOf({ slug, title }) {
  if (EXCEPTIONS[slug]) return EXCEPTIONS[slug];
  for (const [pattern, kind] of PATTERNS) {
    const name = pattern.exec(slug)?.[1];
    if (name) return [`${kind}:${name}`];
  }
  const element = /^<(\w+)> element$/.exec(title)?.[1];
  if (element) return elements(element);
  const attribute = /^([\w-]+) attribute$/.exec(title)?.[1];
  if (attribute) return [`attribute:${attribute}`];
  throw new Error(`No rule recognizes the feature ${slug} (${title}). Add it to EXCEPTIONS.`);
}
