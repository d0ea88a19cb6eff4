import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const SETTLED_MILLISECONDS = 250;

/**
 * A value that shows at once and is reported when typing pauses. A value from outside replaces it, unless that was the
 * last reported value, because the user may have typed something newer.
 */
export function useTyped<T>(outside: T, report: (value: T) => void): [T, (value: T) => void] {
  const [typed, setTyped] = useState(outside);
  const reported = useRef(outside);
  const reportLater = useDebouncedCallback((value: T) => {
    reported.current = value;
    report(value);
  }, SETTLED_MILLISECONDS);
  useEffect(() => {
    if (outside === reported.current) return;
    reported.current = outside;
    setTyped(outside);
  }, [outside]);
  const change = (value: T) => {
    setTyped(value);
    reportLater(value);
  };
  return [typed, change];
}
