import type { EmailDetail } from "../../api-types.ts";
import { buttonStyles } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Download, FileText, Image } from "../../ui/icons.gen.ts";
import { attachmentPath } from "./message-paths.ts";

/** The attachments, for download only: the dashboard never renders their content. */
export function MessageAttachments({ email }: { email: EmailDetail }) {
  if (email.attachments.length === 0)
    return <p className="py-6 text-center text-ink-soft">No attachments.</p>;
  return (
    <ul className="divide-y">
      {email.attachments.map((attachment, index) => {
        const { filename, content_type, content_id, size_bytes } = attachment;
        const Icon = content_type.startsWith("image/") ? Image : FileText;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: attachments are identified by index
          <li key={index} className="flex items-center gap-3 py-2.5">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium" title={filename}>
                {filename}
              </bdi>
              <span className="block text-[13px] break-words text-ink-faint">
                {formatBytes(size_bytes)} · {content_type}
                {content_id === null ? null : (
                  <>
                    {" "}
                    · in the HTML as <bdi className="font-mono text-xs">cid:{content_id}</bdi>
                  </>
                )}
              </span>
            </span>
            {email.content_removed ? null : (
              <a
                href={attachmentPath(email.id, index)}
                download={filename}
                aria-label={`Download ${filename}`}
                className={buttonStyles({ variant: "ghost", size: "icon" })}
              >
                <Download aria-hidden="true" />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
