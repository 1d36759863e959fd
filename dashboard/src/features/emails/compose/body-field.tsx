import { useState } from "react";
import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { HtmlEditor } from "./html-editor.tsx";
import type { ComposeForm } from "./use-compose-form.ts";

const BODIES = ["html", "text"] as const;

/** HTML and plain-text body. */
export function BodyField({ form: { draft, change }, error }: { form: ComposeForm; error: unknown }) {
  const [shown, setShown] = useState<(typeof BODIES)[number]>(
    draft.html === "" && draft.text !== "" ? "text" : "html",
  );
  return (
    <Tabs
      label="Email body"
      value={shown}
      onChange={setShown}
      tabs={[
        {
          value: "html",
          label: "HTML",
          content: (
            <Field label="HTML body" error={fieldError(error, "html")}>
              {(control) => (
                <HtmlEditor
                  {...control}
                  placeholder="<p>Hello,</p>"
                  value={draft.html}
                  onChange={(event) => change({ html: event.target.value })}
                />
              )}
            </Field>
          ),
        },
        {
          value: "text",
          label: "Text",
          content: (
            <Field
              label="Plain-text body"
              hint={draft.text.trim() === "" ? "Leave empty to generate it from the HTML." : undefined}
              error={fieldError(error, "text")}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={14}
                  placeholder={draft.html.trim() === "" ? "Hello," : "Generated from the HTML"}
                  className="min-h-48 resize-y leading-6"
                  value={draft.text}
                  onChange={(event) => change({ text: event.target.value })}
                />
              )}
            </Field>
          ),
        },
      ]}
    />
  );
}
