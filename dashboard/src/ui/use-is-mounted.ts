import { type RefObject, useEffect, useRef } from "react";

/** False once the component is gone, for example because the user went on to another page. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
