/** The reference page (Scalar). It loads nothing from other servers. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

export type ReferencePage = { html: string; policy: string; script: Buffer; compressedScript: Buffer };

/** Loads 4 MB of script and its plugin when the page is first opened. */
export async function loadReferencePage(title: string): Promise<ReferencePage> {
  const [{ fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const app = fastify();
  await app.register(scalar, { routePrefix: "/docs", configuration: configurationOf(title) });
  const html = (await app.inject("/docs/")).body;
  const script = (await app.inject("/docs/js/scalar.js")).rawPayload;
  await app.close();
  return { html, policy: policyOf(html), script, compressedScript: await promisify(gzip)(script) };
}

function configurationOf(title: string) {
  return {
    pageTitle: title,
    url: "/openapi.json",
    theme: "default" as const,
    favicon: "/favicon.svg",
    // The default of each of these options contacts another company's servers.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: "",
    hideClientButton: true,
    showDeveloperTools: "never" as const,
    agent: { disabled: true },
    mcp: { disabled: true },
  };
}

/** Allows the page's inline script by its hash, and inline styles, which the page creates at run time. */
function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(
    ([, script]) =>
      `'sha256-${createHash("sha256")
        .update(script ?? "")
        .digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
