import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Scrolls to an element whose id is in the address and focuses it: a list loads after the router looks for it. A link to
 * it does so again.
 */
export function useHashTarget<T extends HTMLElement = HTMLElement>(id: string) {
  const element = useRef<T>(null);
  const { hash, state } = useLocation();
  const visit = state.__TSR_key;
  useEffect(() => {
    if (hash !== id) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- at each visit
  }, [hash, id, visit]);
  return element;
}
