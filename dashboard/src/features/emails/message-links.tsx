import { useMemo } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { type Clicks, clicksByUrl, describeClicks } from "./link-clicks.ts";
import type { MessageLink } from "./message-content.ts";

type MessageLinksProps = { links: MessageLink[]; recipients: EmailDetail["recipients"] };

/** The message's links with their full URLs, because links in the preview are disabled, and how many people clicked each. */
export function MessageLinks({ links, recipients }: MessageLinksProps) {
  const clicks = useMemo(() => clicksByUrl(recipients), [recipients]);
  if (links.length === 0) return <p className="py-6 text-center text-ink-soft">No links.</p>;
  return (
    <ul className="divide-y">
      {links.map(({ url, text }) => (
        <li key={url} className="flex items-start gap-3 py-2.5">
          <span className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{text || "No text"}</bdi>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${TEXT_LINK_STYLES} font-mono text-[13px] font-normal break-all`}
            >
              {url}
            </a>
            <Clicked clicks={clicks.get(url)} />
          </span>
          <CopyButton text={url} label="Copy link" />
        </li>
      ))}
    </ul>
  );
}

function Clicked({ clicks }: { clicks: Clicks | undefined }) {
  return clicks && <span className="block text-[13px] text-ink-soft">{describeClicks(clicks)}</span>;
}
