import type { ReactNode } from "react";
import type { Webhook } from "../../api-types.ts";
import { CodeToCopy } from "../../ui/code-to-copy.tsx";
import { MomentText } from "../../ui/time.tsx";

/** The keys that verify requests without the secret. After a rotation, there is more than one of a kind. */
export function PublicKeys({ webhook: { public_keys, sendgrid_public_keys } }: { webhook: Webhook }) {
  return (
    <>
      {public_keys.length === 0 ? null : (
        <KeySection
          title="Public key"
          hint="Your program can verify requests with this key or with the secret."
        >
          {public_keys.map(({ public_key, until }, n) => (
            <Key key={public_key} text={public_key} label={n === 0 ? "Copy public key" : "Copy previous key"}>
              {until === null ? null : <SignsUntil time={until} />}
            </Key>
          ))}
        </KeySection>
      )}
      {sendgrid_public_keys.length === 0 ? null : (
        <KeySection
          title="SendGrid's public key"
          hint="Programs that read SendGrid's events verify requests with this key, not with the secret."
        >
          {sendgrid_public_keys.map(({ public_key, until }, n) => (
            <Key key={public_key} text={public_key} label={n === 0 ? "Copy SendGrid's key" : "Copy next key"}>
              {until !== null ? (
                <SignsUntil time={until} />
              ) : n > 0 ? (
                "This key signs after that. Add it to your program first."
              ) : null}
            </Key>
          ))}
        </KeySection>
      )}
    </>
  );
}

function KeySection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 border-t pt-4">
      <h3 className="text-[13px] font-medium">{title}</h3>
      <p className="text-[13px] text-ink-soft">{hint}</p>
      {children}
    </section>
  );
}

/** `children`: the time in which it signs. */
function Key({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <CodeToCopy text={text} label={label} />
      {children === null ? null : <p className="text-[13px] text-ink-soft">{children}</p>}
    </div>
  );
}

function SignsUntil({ time }: { time: string }) {
  return (
    <>
      Signs until <MomentText value={time} />.
    </>
  );
}
