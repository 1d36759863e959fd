import { useEffect, useState } from "react";

/** The value as it was before the last change, until it has not changed for `ms`. */
export function useDelayed<T>(value: T, ms: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setDelayed(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}
