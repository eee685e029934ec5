import { useState } from 'react';

/** The value, and after it has become null the last one: what a dialog shows while it fades away. */
export function useLingering<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
