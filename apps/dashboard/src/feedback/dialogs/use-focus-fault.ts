import { useEffect, useRef } from 'react';

/**
 * After a failed submit, focuses the first wrong field of the form around an element, and so scrolls to it.
 * @param isBusy whether the service still decides: it may find faults, too
 */
export function useFocusFault(isBusy: boolean) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = element.current?.closest('form');
    if (!form || isBusy) return undefined;
    // The fields are marked with the next render.
    const focus = () => requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    focus();
    form.addEventListener('submit', focus);
    return () => form.removeEventListener('submit', focus);
  }, [isBusy]);
  return element;
}
