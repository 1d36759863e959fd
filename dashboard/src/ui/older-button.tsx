import { Button } from "./button.tsx";

type OlderButtonProps = {
  isLoading: boolean;
  onPress: () => void;
};

/** Loads the next page of a list. While it loads, presses are ignored; a disabled button would lose the focus. */
export function OlderButton({ isLoading, onPress }: OlderButtonProps) {
  return (
    <Button
      aria-busy={isLoading || undefined}
      onClick={() => {
        if (!isLoading) onPress();
      }}
    >
      Show older
    </Button>
  );
}
