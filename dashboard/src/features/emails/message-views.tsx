import { useMemo } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { EmailDetail } from "./emails.ts";
import { linksOf } from "./message-content.ts";
import { MessageLinks } from "./message-links.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { MessageSource } from "./message-source.tsx";
import { MessageText } from "./message-text.tsx";
import type { MessageView } from "./message-view.ts";

interface MessageViewsProps {
  email: EmailDetail;
  view: MessageView;
  onView: (view: MessageView) => void;
  /** In a reader of a fixed height: the message takes what is left of it. */
  fill?: boolean;
}

/** The message as its reader will see it, and as it is. */
export function MessageViews({ email, view, onView, fill = false }: MessageViewsProps) {
  const { html } = email;
  const links = useMemo(() => (html === null ? [] : linksOf(html)), [html]);
  const tabs = [
    {
      value: "preview" as const,
      label: "Preview",
      content: <MessagePreview key={email.id} email={email} fill={fill} />,
    },
    {
      value: "text" as const,
      label: "Text",
      content: <MessageText key={email.id} name="text" text={email.text ?? ""} />,
    },
    {
      value: "html" as const,
      label: "HTML",
      content: <MessageText key={email.id} name="HTML" text={email.html ?? ""} />,
    },
    {
      value: "links" as const,
      label: (
        <>
          Links <Badge className="ml-1 h-[18px] px-1.5 max-sm:hidden">{links.length}</Badge>
        </>
      ),
      content: <MessageLinks links={links} />,
    },
    { value: "source" as const, label: "Source", content: <MessageSource key={email.id} id={email.id} /> },
  ];
  const shown = tabs.filter(({ value }) => email.html !== null || (value !== "html" && value !== "links"));
  const current = shown.some(({ value }) => value === view) ? view : "preview";
  return (
    <Tabs label="Ways to look at the message" tabs={shown} value={current} onChange={onView} fill={fill} />
  );
}
