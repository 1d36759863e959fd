import type { Webhook } from "../../api-types.ts";
import { CodeToCopy } from "../../ui/code-to-copy.tsx";
import { MomentText } from "../../ui/time.tsx";

/** The keys that verify SendGrid's signatures. After a rotation, there is more than one. */
export function PublicKeys({ keys }: { keys: Webhook["public_keys"] }) {
  if (keys.length === 0) return null;
  return (
    <section aria-label="Public key" className="grid gap-3 border-t pt-4">
      <h3 className="text-[13px] font-medium">Public key</h3>
      <p className="text-[13px] text-ink-soft">
        Programs that read SendGrid's events verify requests with this key, not with the secret.
      </p>
      {keys.map(({ public_key, until }, n) => (
        <div key={public_key} className="grid gap-2">
          <CodeToCopy text={public_key} label={n === 0 ? "Copy public key" : "Copy next key"} />
          <SigningTime until={until} isNext={n > 0} />
        </div>
      ))}
    </section>
  );
}

function SigningTime({ until, isNext }: { until: string | null; isNext: boolean }) {
  if (until === null && !isNext) return null;
  return (
    <p className="text-[13px] text-ink-soft">
      {until === null ? (
        "This key signs after that. Add it to your program first."
      ) : (
        <>
          Signs until <MomentText value={until} />.
        </>
      )}
    </p>
  );
}
