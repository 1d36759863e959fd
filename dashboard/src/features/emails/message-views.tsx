import { Suspense, useMemo } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { lazyPage } from "../../app/lazy-page.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { HtmlCheckSkeleton } from "./html-check/html-check-skeleton.tsx";
import { linksOf } from "./message-content.ts";
import { MessageLinks } from "./message-links.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { MessageText } from "./message-text.tsx";
import type { MessageView } from "./message-view.ts";

// In scripts of their own, because few visits open them.
const MessageAttachments = lazyPart(() => import("./message-attachments.tsx"), "MessageAttachments");
const MessageDetails = lazyPart(() => import("./message-details.tsx"), "MessageDetails");
const MessageSource = lazyPart(() => import("./message-source.tsx"), "MessageSource");
const RemovedContent = lazyPart(() => import("./removed-content.tsx"), "RemovedContent");
const UnreadableContent = lazyPart(() => import("./unreadable-content.tsx"), "UnreadableContent");
const HtmlCheck = lazyPage(() => import("./html-check/html-check.tsx"), "HtmlCheck");

type MessageViewsProps = {
  email: EmailDetail;
  view: MessageView;
  onView: (view: MessageView) => void;
  /** Fills the remaining height of the pane. */
  fill?: boolean;
};

/** The message as its recipient sees it, and its parts. */
export function MessageViews({ email, view, onView, fill = false }: MessageViewsProps) {
  const { html } = email;
  const links = useMemo(() => (html === null ? [] : linksOf(html)), [html]);
  const tabs = [
    {
      value: "preview" as const,
      label: "Preview",
      content: <PreviewOf email={email} fill={fill} />,
    },
    {
      value: "text" as const,
      label: "Text",
      content: <MessageText key={email.id} name="text" text={email.text ?? ""} />,
    },
    {
      value: "html" as const,
      label: "HTML",
      content: <MessageText key={email.id} name="HTML" text={email.html ?? ""} isHtml />,
    },
    {
      value: "html-check" as const,
      label: "HTML check",
      content: (
        <Suspense fallback={<HtmlCheckSkeleton />}>
          <HtmlCheck key={email.id} id={email.id} />
        </Suspense>
      ),
    },
    {
      value: "links" as const,
      label: (
        <>
          Links <Badge className="ml-1 h-[18px] px-1.5 max-sm:hidden">{links.length}</Badge>
        </>
      ),
      content: <MessageLinks links={links} recipients={email.recipients} />,
    },
    {
      value: "attachments" as const,
      label: (
        <>
          Attachments <Badge className="ml-1 h-[18px] px-1.5 max-sm:hidden">{email.attachments.length}</Badge>
        </>
      ),
      content: <MessageAttachments email={email} />,
    },
    { value: "details" as const, label: "Details", content: <MessageDetails email={email} /> },
    { value: "source" as const, label: "Source", content: <MessageSource key={email.id} id={email.id} /> },
  ];
  const shown = tabs.filter(({ value }) => isShown(value, email));
  const current = shown.some(({ value }) => value === view) ? view : "preview";
  return <Tabs label="Message views" tabs={shown} value={current} onChange={onView} fill={fill} />;
}

function PreviewOf({ email, fill }: { email: EmailDetail; fill: boolean }) {
  if (email.content_removed) return <RemovedContent />;
  if (email.content_unreadable !== null) return <UnreadableContent reason={email.content_unreadable} />;
  return <MessagePreview key={email.id} email={email} fill={fill} />;
}

/** Falls back to an available view: a plain message has no HTML, a removed one no source. */
function isShown(
  view: MessageView,
  { html, attachments, content_removed, content_unreadable }: EmailDetail,
): boolean {
  if (view === "text" && content_unreadable !== null) return false;
  if (view === "attachments") return attachments.length > 0;
  if (view === "html" || view === "html-check" || view === "links") return html !== null;
  return !(content_removed && (view === "text" || view === "source"));
}
