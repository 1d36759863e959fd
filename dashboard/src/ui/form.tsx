import { type ComponentProps, useEffect, useRef } from "react";

type FormProps = ComponentProps<"form"> & {
  /** The last submission's error: a new one moves the focus to the first invalid field. */
  error?: unknown;
};

/** Does not validate: the server does, and its errors appear beside the fields. */
export function Form({ error, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [error]);
  return <form ref={ref} noValidate {...rest} />;
}
