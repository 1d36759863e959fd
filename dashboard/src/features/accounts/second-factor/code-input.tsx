import { type ComponentProps, useEffect, useRef } from "react";
import { Input } from "../../../ui/input.tsx";

type CodeInputProps = ComponentProps<typeof Input> & {
  /** Whether it gets the focus when it appears. */
  takesFocus?: boolean;
};

/** For a code of an authenticator app, or a recovery code. */
export function CodeInput({ takesFocus = false, ...props }: CodeInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return (
    <Input
      {...props}
      ref={ref}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      required
      className="font-mono"
    />
  );
}
