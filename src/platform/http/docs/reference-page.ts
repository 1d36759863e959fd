/** The reference page (Scalar), served by this server alone: nothing on it comes from elsewhere. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

export type ReferencePage = { html: string; policy: string; script: Buffer; compressedScript: Buffer };

/** 4 MB of script and the plugin that holds it are loaded when somebody first opens the page. */
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
    // Everything below would be asked of, or shown by, somebody else's servers.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: "",
    hideClientButton: true,
    showDeveloperTools: "never" as const,
    agent: { disabled: true },
    mcp: { disabled: true },
  };
}

/** The page's one inline script by its hash; styles inline, because the page makes them as it runs. */
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
