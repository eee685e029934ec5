import { useState } from 'react';

/** @returns the value, or the last one that was not null: for the content of a dialog while it closes */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
