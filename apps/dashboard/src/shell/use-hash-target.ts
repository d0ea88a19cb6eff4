import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Scrolls to an element whose id is in the address and focuses it: a list loads after the router looks for it. */
export function useHashTarget<T extends HTMLElement = HTMLElement>(id: string) {
  const element = useRef<T>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== id) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
  }, [hash, id]);
  return element;
}
