import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const SETTLED_MILLISECONDS = 250;

/**
 * A value that is shown at once and told on when it has settled. What comes from outside is taken over, unless it is what
 * was told last: then something newer may stand here already.
 */
export function useTyped<T>(outside: T, tell: (value: T) => void): [T, (value: T) => void] {
  const [typed, setTyped] = useState(outside);
  const told = useRef(outside);
  const settle = useDebouncedCallback((value: T) => {
    told.current = value;
    tell(value);
  }, SETTLED_MILLISECONDS);
  useEffect(() => {
    if (outside === told.current) return;
    told.current = outside;
    setTyped(outside);
  }, [outside]);
  const change = (value: T) => {
    setTyped(value);
    settle(value);
  };
  return [typed, change];
}
