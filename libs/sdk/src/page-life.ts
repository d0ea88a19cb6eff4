import { later } from './pause.js';
import { page } from './request.js';

const SLEEP_AFTER_MS = 120_000;

/**
 * In a page: `sleep` two minutes after it was hidden, `wake` when it is seen again after that or when the network is back.
 * @returns a function that stops watching
 */
export function watchPage(wake: () => void, sleep: () => void): () => void {
  const { document } = page;
  if (!document?.addEventListener || !page.addEventListener) return () => undefined;
  let asleep = false;
  let cancel = (): void => undefined;
  const onVisibility = (): void => {
    cancel();
    if (document.visibilityState === 'hidden')
      cancel = later(SLEEP_AFTER_MS, () => {
        asleep = true;
        sleep();
      });
    else if (asleep) {
      asleep = false;
      wake();
    }
  };
  const onOnline = (): void => {
    if (!asleep) wake();
  };
  document.addEventListener('visibilitychange', onVisibility);
  page.addEventListener('online', onOnline);
  onVisibility();
  return () => {
    cancel();
    document.removeEventListener?.('visibilitychange', onVisibility);
    page.removeEventListener?.('online', onOnline);
  };
}
