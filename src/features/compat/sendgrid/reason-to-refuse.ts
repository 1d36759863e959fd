import type { FieldError } from "../../../platform/errors/index.ts";
import type { Personalization, SendgridMail } from "./schema.ts";

const noTemplates = "Posthouse has no templates yet: send the finished subject and content.";
const perRequest = {
  template_id: noTemplates,
  sections: noTemplates,
  asm: "Posthouse has no unsubscribe groups yet: who left a group would get this mail.",
} as const;
const perPersonalization = { substitutions: noTemplates, dynamic_template_data: noTemplates } as const;
const perMailSetting = {
  footer: "Posthouse adds no footers: write it into the content.",
  bcc: "Name the copy in personalizations.bcc.",
  spam_check: "Posthouse has no spam check.",
} as const;

/** What would change the mail, or who gets it, and is not there: to leave it out in silence would send something else. */
export function reasonToRefuse(mail: SendgridMail): FieldError | null {
  for (const [path, message] of Object.entries(perRequest))
    if (isGiven(mail[path as keyof typeof perRequest])) return { path, message };
  for (const [index, personalization] of mail.personalizations.entries())
    for (const [name, message] of Object.entries(perPersonalization))
      if (isGiven(personalization[name as keyof Personalization]))
        return { path: `personalizations[${index}].${name}`, message };
  for (const [name, message] of Object.entries(perMailSetting))
    if (mail.mail_settings?.[name as keyof typeof perMailSetting]?.enable)
      return { path: `mail_settings.${name}`, message };
  if (mail.tracking_settings?.subscription_tracking?.enable)
    return {
      path: "tracking_settings.subscription_tracking",
      message: "Posthouse adds no unsubscribe links yet: write them into the content and its headers.",
    };
  return null;
}

/** Empty objects come from SDKs that send every part. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
