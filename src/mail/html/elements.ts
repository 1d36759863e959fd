/** The effect of elements on the text around them. Names in none of these sets are inline and have no effect. */

/** HTML §13.1.2: elements without content. */
export const VOID_ELEMENTS = new Set(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(
    " ",
  ),
);

/** Elements whose content is not text of the message. */
export const UNREAD_ELEMENTS = new Set(
  "head title style script template noscript textarea select iframe object svg math xml xmp".split(" "),
);

/** Elements that begin and end a line. */
export const BLOCK_ELEMENTS = new Set(
  "address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html legend li main menu nav option section summary tbody tfoot thead table td th tr".split(
    " ",
  ),
);

/** Elements with an empty line before and after them. */
export const PARAGRAPH_ELEMENTS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote figure table hr listing".split(" "),
);

/** Elements that may occur in a head; any other element ends it. */
export const HEAD_ELEMENTS = new Set(
  "title style script template noscript meta link base basefont bgsound xml".split(" "),
);

export const CELL_ELEMENTS = new Set(["td", "th"]);
export const LIST_ELEMENTS = new Set(["ul", "ol", "menu"]);

/** A closing tag inside these elements closes nothing outside them (HTML §13.2.4.2). */
export const SCOPE_ELEMENTS = new Set(["table", "td", "th", "caption"]);
/** A closing tag of these elements closes everything open inside the table. */
export const TABLE_PARTS = new Set("table thead tbody tfoot tr td th caption".split(" "));

/**
 * For each opening tag, the elements that it closes first (`closes`) and those at which the search for them stops
 * (`within`): HTML §13.1.2.4, optional tags.
 */
export const CLOSED_BY: ReadonlyMap<string, { closes: ReadonlySet<string>; within: ReadonlySet<string> }> =
  new Map(
    Object.entries({
      li: { closes: new Set(["li"]), within: new Set(["ul", "ol", "menu", "table", "td", "th"]) },
      dt: { closes: new Set(["dt", "dd"]), within: new Set(["dl", "table", "td", "th"]) },
      dd: { closes: new Set(["dt", "dd"]), within: new Set(["dl", "table", "td", "th"]) },
      a: { closes: new Set(["a"]), within: new Set(["table", "td", "th"]) },
      tr: { closes: new Set(["tr"]), within: new Set(["table"]) },
      td: { closes: CELL_ELEMENTS, within: new Set(["tr", "table"]) },
      th: { closes: CELL_ELEMENTS, within: new Set(["tr", "table"]) },
      thead: { closes: new Set(["thead", "tbody", "tfoot"]), within: new Set(["table"]) },
      tbody: { closes: new Set(["thead", "tbody", "tfoot"]), within: new Set(["table"]) },
      tfoot: { closes: new Set(["thead", "tbody", "tfoot"]), within: new Set(["table"]) },
    }),
  );
