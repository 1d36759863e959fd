import { DaysField, type DaysFieldProps } from "./days-field.tsx";

export function EventRetentionField(props: DaysFieldProps) {
  return (
    <DaysField
      {...props}
      label="Event retention (days)"
      aside="Optional"
      hint="Events are deleted after this many days: timelines of emails, opens and clicks, and events of the account. Emails, suppressions and the figures in Insights are kept. Leave it empty to keep events as long as the account exists."
      placeholder="Kept"
    />
  );
}
