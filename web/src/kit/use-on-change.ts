import { useLayoutEffect, useRef } from 'react';

/** Runs an action after each change of the value, before the browser paints. It does not run on mount. */
export function useOnChange(value: unknown, act: () => void): void {
  const former = useRef(value);
  useLayoutEffect(() => {
    if (Object.is(former.current, value)) return;
    former.current = value;
    act();
  });
}
