import { DaysField, type DaysFieldProps } from "./days-field.tsx";

export function RetentionField(props: DaysFieldProps) {
  return (
    <DaysField
      {...props}
      label="Content retention (days)"
      hint="Message bodies and attachments are deleted after this many days. Recipients and events are kept."
    />
  );
}
