import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { Eye, EyeOff } from "./icons.gen.ts";
import { Input } from "./input.tsx";

/** A password field that can show what was typed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className={cx("pr-10", className)}
        {...rest}
      />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-lg text-ink-faint hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
