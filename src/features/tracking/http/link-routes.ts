import type { FastifyReply, FastifyRequest } from "fastify";
import { type App, renderSmallPage, SMALL_PAGE_HEADERS } from "../../../platform/http/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { type Hit, hitOf } from "../hits/hit.ts";
import { decodeTarget } from "../links/target.ts";
import { HONEYPOT, readToken } from "../links/token.ts";

export type LinkRoutesDeps = {
  secrets: Pick<InstanceSecrets, "isSigned">;
  hits: { add(hit: Hit): void };
  stopped: { has(accountNumber: number): boolean };
};

/** Headers of every response: the target page does not learn the tracked link, and no cache stores the response. */
const HEADERS = {
  "cache-control": "no-store, private",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};
/** A transparent image of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const NOT_VALID = renderSmallPage({
  title: "This link is not valid",
  body: "<p>It may be incomplete. Open the link from the email again, or reply to the sender.</p>",
});
const STOPPED = renderSmallPage({
  title: "This link was stopped",
  body: "<p>The links of this sender were stopped, because its mail may be harmful. If you entered a password after you opened a link from this sender, change the password now.</p>",
});
const NOT_FOR_PEOPLE = renderSmallPage({
  title: "There is nothing here",
  body: "<p>This link is hidden in the email. It shows which programs follow links automatically.</p>",
});

const METHODS = ["GET", "HEAD"];
const schema = { hide: true };

/**
 * The links and the pixel of tracked mail, at any host name. A response needs neither a query nor a write: the hit is recorded later.
 * GET and HEAD change nothing else (H4, H5). A link that this instance did not make never redirects (H1).
 */
export function linkRoutes(deps: LinkRoutesDeps) {
  return (app: App, _options: object, done: () => void) => {
    // A wildcard, because the length of a parameter is limited.
    app.route({
      method: METHODS,
      url: "/c/*",
      schema,
      compress: false,
      handler: (request, reply) =>
        followLink(deps, request as FastifyRequest, reply as unknown as FastifyReply),
    });
    app.route({
      method: METHODS,
      url: "/o/*",
      schema,
      compress: false,
      handler: (request, reply) =>
        showPixel(deps, request as FastifyRequest, reply as unknown as FastifyReply),
    });
    done();
  };
}

function followLink(
  { secrets, hits, stopped }: LinkRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [token = "", text, ...more] = pathAfterPrefix(request);
  const url = text === undefined ? "" : decodeTarget(text);
  const content = url === null || more.length > 0 ? null : readToken(secrets, "click", { token, url });
  if (content === null || url === null) return sendPage(reply, 404, NOT_VALID);
  hits.add(hitOf("click", content, { ...requestOf(request), url: url === "" ? null : url }));
  if (content.link === HONEYPOT) return sendPage(reply, 200, NOT_FOR_PEOPLE);
  if (stopped.has(content.accountNumber)) return sendPage(reply, 410, STOPPED);
  return reply.code(302).headers(HEADERS).header("location", url).send();
}

function showPixel({ secrets, hits }: LinkRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const [file = "", ...more] = pathAfterPrefix(request);
  const token = file.endsWith(".gif") ? file.slice(0, -".gif".length) : "";
  const content = more.length > 0 ? null : readToken(secrets, "open", { token, url: "" });
  if (content === null) return sendPage(reply, 404, NOT_VALID);
  hits.add(hitOf("open", content, { ...requestOf(request), url: null }));
  return (
    reply
      .headers(HEADERS)
      // Webmail of other sites loads the image.
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/gif")
      .send(PIXEL)
  );
}

/** The parts of the path as they were sent: an encoded character is not the character. */
function pathAfterPrefix({ raw }: FastifyRequest): string[] {
  const [path = ""] = (raw.url ?? "").split("?", 1);
  return path.slice("/c/".length).split("/");
}

function requestOf({ method, ip, headers }: FastifyRequest) {
  return { method, ip, headers };
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(SMALL_PAGE_HEADERS).headers(HEADERS).send(page);
}
