import { Link } from "@tanstack/react-router";
import type { Tag } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";

const TAG_STYLES =
  "inline-flex h-6 max-w-full min-w-0 items-center rounded-md border bg-subtle px-1.5 text-xs text-ink-soft";

// More tags would crowd out the other columns.
const SHOWN_IN_ROW = 2;

/** In a list row: the first tags, as text. Narrow tables leave the space to the subject. */
export function RowTags({ tags }: { tags: Tag[] }) {
  const texts = textsOf(tags);
  if (texts.length === 0) return null;
  return (
    <span title={texts.join("\n")} className="hidden min-w-0 shrink-0 gap-1 xl:flex">
      {texts.slice(0, SHOWN_IN_ROW).map((text) => (
        <span key={text} className={cx(TAG_STYLES, "h-5 max-w-36 text-[11px]")}>
          <bdi className="truncate">{text}</bdi>
        </span>
      ))}
      {texts.length > SHOWN_IN_ROW ? (
        <span className="text-[11px] leading-5 text-ink-faint">+{texts.length - SHOWN_IN_ROW}</span>
      ) : null}
    </span>
  );
}

/** On an email's page: all tags, linked to the emails with the same tag. */
export function TagLinks({ tags }: { tags: Tag[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {textsOf(tags).map((text) => (
        <li key={text} className="min-w-0">
          <Link
            to="/emails"
            search={{ tag: text }}
            title={`All emails with ${text}`}
            className={cx(TAG_STYLES, "hover:border-line-control hover:text-ink")}
          >
            <bdi className="truncate">{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** `name:value` as in the list's filter, without duplicates. */
function textsOf(tags: Tag[]): string[] {
  return [...new Set(tags.map(({ name, value }) => (value === "" ? name : `${name}:${value}`)))];
}
