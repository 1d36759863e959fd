import type { FieldError } from "../../../platform/errors/index.ts";
import type { Personalization, SendgridMail } from "./schema.ts";

const NO_TEMPLATES = "Posthouse has no templates yet: send the final subject and content.";
const PER_REQUEST = {
  template_id: NO_TEMPLATES,
  sections: NO_TEMPLATES,
  asm: "Posthouse has no unsubscribe groups yet, so recipients who left the group would get this mail: leave asm out and exclude them yourself.",
} as const;
const PER_PERSONALIZATION = { substitutions: NO_TEMPLATES, dynamic_template_data: NO_TEMPLATES } as const;
const PER_MAIL_SETTING = {
  footer: "Posthouse adds no footers: add the footer to the content.",
  bcc: "Posthouse does not support this setting: use personalizations.bcc.",
  spam_check: "Posthouse has no spam check: leave this setting out.",
} as const;

/** SendGrid's own message for it begins with the first sentence ("Mail Send errors"). */
const NO_SUBJECT = "The subject is required. Set it for the mail, or for each personalization.";

/** Returns the first unsupported part that would change the mail or its recipients. Ignoring it silently would send a different mail. */
export function reasonToRefuse(mail: SendgridMail): FieldError | null {
  for (const [path, message] of Object.entries(PER_REQUEST))
    if (isPresent(mail[path as keyof typeof PER_REQUEST])) return { path, message };
  for (const [index, personalization] of mail.personalizations.entries())
    for (const [name, message] of Object.entries(PER_PERSONALIZATION))
      if (isPresent(personalization[name as keyof Personalization]))
        return { path: `personalizations[${index}].${name}`, message };
  for (const [name, message] of Object.entries(PER_MAIL_SETTING))
    if (mail.mail_settings?.[name as keyof typeof PER_MAIL_SETTING]?.enable)
      return { path: `mail_settings.${name}`, message };
  if (mail.tracking_settings?.subscription_tracking?.enable)
    return {
      path: "tracking_settings.subscription_tracking",
      message: "Posthouse adds no unsubscribe links yet: add them to the content and the headers.",
    };
  if (!mail.subject && mail.personalizations.some(({ subject }) => !subject))
    return { path: "subject", message: NO_SUBJECT };
  return null;
}

/** Some SDKs send empty objects for absent parts. */
function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
