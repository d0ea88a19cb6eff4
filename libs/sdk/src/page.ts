import { later, nothing } from './later.js';

interface Target {
  addEventListener(event: string, listener: () => void): void;
  removeEventListener(event: string, listener: () => void): void;
}

/** Globals that exist in a page only. */
export const page = globalThis as unknown as Target & {
  readonly document?: Target & { readonly visibilityState: string };
  readonly location?: { readonly origin: string };
  readonly localStorage?: unknown;
};

/**
 * In a page: calls `sleep` when it has been hidden for `sleepAfterMs`, and `wake` when it is visible again after that or when
 * the network is back.
 * @param sleepAfterMs 0: never
 * @returns a function that stops watching
 */
export function watchPage(wake: () => void, sleep: () => void, sleepAfterMs = 120_000): () => void {
  const { document } = page;
  if (!document) return nothing;
  let isAsleep = false;
  let cancel = nothing;
  const onVisibility = (): void => {
    cancel();
    if (sleepAfterMs && document.visibilityState === 'hidden')
      cancel = later(sleepAfterMs, () => {
        isAsleep = true;
        sleep();
      });
    else if (isAsleep) {
      isAsleep = false;
      wake();
    }
  };
  const onOnline = (): void => {
    if (!isAsleep) wake();
  };
  const listen = (verb: 'add' | 'remove'): void => {
    document[`${verb}EventListener`]('visibilitychange', onVisibility);
    page[`${verb}EventListener`]('online', onOnline);
  };
  listen('add');
  onVisibility();
  return () => {
    cancel();
    listen('remove');
  };
}
