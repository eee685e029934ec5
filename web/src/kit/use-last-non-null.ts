import { useState } from 'react';

/**
 * Returns the value, or when it is null, the last value that was not null. A dialog shows that value while it closes.
 */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
