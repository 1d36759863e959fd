import type { ReactNode } from "react";

type UntilReadyProps = {
  isReady: boolean;
  /** Shown meanwhile. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** Loads its content out of sight and shows it at once: parts that arrive one by one would push each other down. */
export function UntilReady({ isReady, skeleton, children }: UntilReadyProps) {
  return (
    <>
      {isReady ? null : skeleton}
      <div hidden={!isReady}>{children}</div>
    </>
  );
}
