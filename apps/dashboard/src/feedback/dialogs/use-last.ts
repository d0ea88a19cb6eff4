import { useState } from 'react';

/** The value, or the last defined one, for a dialog to show while it closes. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
