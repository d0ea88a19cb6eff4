import { useState } from 'react';
import { texts } from '../texts.js';
import { unlessBusy } from './unless-busy.js';

/**
 * Closes a form, but asks first if something is typed in it, and not while it is being saved. It is for the ways to
 * close by accident: Escape, a click outside, the cross.
 */
export function useCloseGuard(isBusy: boolean, onClose: () => void) {
  const [isTyped, onTyped] = useState(false);
  const close = unlessBusy(isBusy, () => {
    if (!isTyped || window.confirm(texts.discardTyped)) onClose();
  });
  return { close, onTyped };
}
