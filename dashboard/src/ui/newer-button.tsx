import { ArrowUp } from "./icons.gen.ts";

type NewerButtonProps = {
  count: number;
  /** Singular. */
  noun: string;
  onPress: () => void;
};

/** Floats over the top of a list when newer rows are available. Takes no space, so nothing moves. */
export function NewerButton({ count, noun, onPress }: NewerButtonProps) {
  return (
    <div role="status" className="sticky top-16 z-10 flex h-0 justify-center lg:top-4">
      {count > 0 ? (
        <button
          type="button"
          onClick={() => {
            window.scrollTo({ top: 0 });
            onPress();
          }}
          className="mt-2 inline-flex h-8 animate-enter items-center gap-1.5 rounded-full bg-accent px-3.5 text-[13px] font-medium text-white shadow-float hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden="true" className="size-3.5" />
          {count === 1 ? `1 new ${noun}` : `${count} new ${noun}s`}
        </button>
      ) : null}
    </div>
  );
}
