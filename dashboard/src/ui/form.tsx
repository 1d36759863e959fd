import { type ComponentProps, useEffect, useRef } from "react";

type FormProps = ComponentProps<"form"> & {
  /** Why the last attempt failed, if it did: a new one takes the focus to the first field at fault. */
  fault?: unknown;
};

/** Checks nothing by itself: the rules are the server's, and its answers stand beside the fields. */
export function Form({ fault, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fault) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);
  return <form ref={ref} noValidate {...rest} />;
}
