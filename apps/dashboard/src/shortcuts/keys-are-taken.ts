/** Whether a field or a dialog gets the keys, and not the list of the page. */
export const keysAreTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.matches('select, textarea, input:not([type=checkbox])')) ||
  document.querySelector('[aria-modal=true]') !== null;
