import { useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { formatProperties, type ParsedProperties } from "./parse-properties.ts";

type PropertiesFieldProps = {
  text: string;
  parsed: ParsedProperties;
  /** The server's error. */
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A JSON editor that shows errors on blur, not while the user types. */
export function PropertiesField({ text, parsed, error, onChange }: PropertiesFieldProps) {
  const [left, setLeft] = useState(false);
  const shownError = left && !parsed.ok ? parsed.message : error;
  return (
    <Field
      label="Properties"
      aside={
        parsed.ok && text.trim() !== "" ? (
          <button
            type="button"
            className={TEXT_LINK_STYLES}
            onClick={() => onChange(formatProperties(parsed.value))}
          >
            Format
          </button>
        ) : (
          "Optional"
        )
      }
      hint={'What you know about them, as JSON: {"plan": "pro"}'}
      error={shownError}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="resize-y font-mono leading-6 sm:text-[13px]"
          value={text}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            setLeft(false);
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
