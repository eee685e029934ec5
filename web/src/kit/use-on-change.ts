import { useLayoutEffect, useRef } from 'react';

/** Runs an action after the value changed, not on mount; before the browser paints. */
export function useOnChange(value: unknown, act: () => void): void {
  const former = useRef(value);
  useLayoutEffect(() => {
    if (Object.is(former.current, value)) return;
    former.current = value;
    act();
  });
}
