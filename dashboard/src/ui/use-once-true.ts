import { useState } from "react";

/** Stays true. A part of a page that is tried again must not hide the others. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
