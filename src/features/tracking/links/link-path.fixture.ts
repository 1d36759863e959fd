import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { type TokenContent, trackedPaths } from "./token.ts";

/** The path of one link on its own. */
export function linkPathOf(
  secrets: Pick<InstanceSecrets, "signFast">,
  content: TokenContent,
  url: string,
): string {
  return trackedPaths(secrets, content, [{ kind: "click", link: content.link, url }])[0] as string;
}
