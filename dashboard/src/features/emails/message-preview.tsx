import { type ReactNode, useMemo, useState } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ImageOff, Images, Info, Monitor, Moon, Smartphone, Sun } from "../../ui/icons.gen.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { PHONE_WIDTH } from "./fitted-frame.tsx";
import { fixedWidthOf } from "./fixed-width.ts";
import { hasDarkStyles, hasRemoteImages } from "./message-content.ts";
import type { PreviewTheme } from "./message-paths.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const THEMES = [
  { value: "light" as const, label: "Light", icon: Sun },
  { value: "dark" as const, label: "Dark", icon: Moon },
];
const WIDTHS = [
  { value: "desktop" as const, label: "Desktop", icon: Monitor },
  { value: "mobile" as const, label: "Mobile", icon: Smartphone },
];

type MessagePreviewProps = {
  email: EmailDetail;
  /** The frame fills the remaining height. */
  fill: boolean;
};

export function MessagePreview({ email, fill }: MessagePreviewProps) {
  const [images, setImages] = useState(false);
  const [width, setWidth] = useState<"desktop" | "mobile">("desktop");
  const [theme, setTheme] = useState<PreviewTheme>("light");
  const fixedWidth = useMemo(() => fixedWidthOf(email.html ?? ""), [email.html]);
  if (email.html === null) return <PlainMessage text={email.text ?? ""} />;
  const hasDark = hasDarkStyles(email.html);
  return (
    <div className={cx("flex flex-col", fill && "lg:h-full")}>
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
        {hasRemoteImages(email.html) ? (
          <Button size="sm" aria-pressed={images} onClick={() => setImages(!images)}>
            {images ? <ImageOff aria-hidden="true" /> : <Images aria-hidden="true" />}
            {images ? "Block remote images" : "Load remote images"}
          </Button>
        ) : (
          <span className="text-[13px] text-ink-faint">No remote images</span>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label="Theme of the preview"
            options={THEMES}
            value={theme}
            onChange={setTheme}
            isCompact
          />
          <Segmented
            label="Preview width"
            options={WIDTHS}
            value={width}
            onChange={setWidth}
            className="hidden sm:inline-flex"
          />
        </div>
      </div>
      {theme === "dark" && !hasDark ? (
        <Note>
          This message has no dark styles. Some mail clients invert its colors, and others show it as here.
        </Note>
      ) : null}
      {width === "mobile" && fixedWidth > PHONE_WIDTH ? (
        <Note>This message seems to need {fixedWidth} px. Phones shrink it to fit.</Note>
      ) : null}
      <PreviewFrame
        id={email.id}
        images={images}
        theme={hasDark ? theme : "light"}
        fixedWidth={fixedWidth}
        isPhone={width === "mobile"}
        fill={fill}
      />
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-3 text-[13px] text-ink-soft">
      {children}
    </p>
  );
}

/** The preview of a message without HTML. */
function PlainMessage({ text }: { text: string }) {
  return (
    <>
      <p className="mb-3 flex items-center gap-2 text-[13px] text-ink-soft">
        <Info aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        This message is plain text; it has no HTML.
      </p>
      <div
        dir="auto"
        className="min-h-48 rounded-lg border bg-canvas px-5 py-4 text-[15px] leading-7 break-words whitespace-pre-wrap"
      >
        {text}
      </div>
    </>
  );
}
