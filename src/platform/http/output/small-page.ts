/** Pages for people who follow a link in an email: without scripts, and complete in one response. */
import { createHash } from "node:crypto";

/** The dashboard's colors and type, inlined so that the page fetches nothing. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; box-sizing: border-box;
  font: 15px/1.6 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "Liberation Sans", Arial, system-ui, sans-serif;
  background: light-dark(#fafaf9, #0d0e12); color: light-dark(#15181f, #f2f3f5); }
main { max-width: 28rem; width: 100%; box-sizing: border-box; padding: 1.75rem; border-radius: .75rem;
  background: light-dark(#fff, #14161b); border: 1px solid light-dark(#e6e5e1, #262a33); }
h1 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; color: light-dark(#4d525d, #b1b6c0); }
b { font-weight: 600; color: light-dark(#15181f, #f2f3f5); }
form { margin: 1.25rem 0 0; }
button { font: inherit; font-weight: 500; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid transparent; background: light-dark(#2c52cf, #4266e4); color: #fff; }
button:hover { background: light-dark(#2444b0, #3759d6); }
button:focus-visible { outline: 2px solid light-dark(#2749bd, #9db3ff); outline-offset: 2px; }
button[value=Undo] { background: none; border-color: light-dark(#8b8f99, #6a7080); color: inherit; }
@media (max-width: 30rem) { button { width: 100%; } }
`;

/** The page runs no script, fetches nothing and can submit only its own form. */
export const SMALL_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  // The page's URL is a secret of its recipient.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

/** `body` is HTML. */
export function renderSmallPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>
`;
}
