import { Alert } from "../../ui/alert.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Time } from "../../ui/time.tsx";
import { useOpenAlerts } from "../health/use-open-alerts.ts";

/** More would push the numbers off the screen; the Health page lists all. */
const MOST_SHOWN = 3;

/** The instance's open alerts, for operators. */
export function OpenAlerts() {
  const alerts = useOpenAlerts();
  if (alerts.length === 0) return null;
  const more = alerts.length - MOST_SHOWN;
  return (
    <div className="mb-6 grid gap-3">
      {alerts.slice(0, MOST_SHOWN).map(({ id, words, opened_at }) => (
        <Alert key={id} tone="bad">
          <bdi>{words}</bdi> Opened <Time value={opened_at} />. <TextLink to="/health">Health</TextLink>
        </Alert>
      ))}
      {more > 0 ? (
        <TextLink to="/health">{more === 1 ? "1 more open alert" : `${more} more open alerts`}</TextLink>
      ) : null}
    </div>
  );
}
