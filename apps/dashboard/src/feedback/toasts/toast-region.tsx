import { type NotificationsProps, notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { TOASTS_AT_MOST } from './own-toasts.js';

const REGION = '.mantine-Notifications-root[data-position="bottom-left"]';
/** What users do before anything can end in a toast. */
const USES = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Keeps `--toasts`, the total height of all visible toasts, for styles that make room for them. */
function measureToasts(): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    document.documentElement.style.setProperty('--toasts', `${Math.ceil(height)}px`);
  });
  // Mantine renders the region one render after its component.
  const frame = requestAnimationFrame(() => {
    const region = document.querySelector(REGION);
    if (region) observer.observe(region);
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

/** Where toasts appear. Its code loads when the page is first used, at the latest with the first toast. */
export function ToastRegion() {
  const [Region, setRegion] = useState<ComponentType<NotificationsProps>>();
  useEffect(() => {
    if (Region) return measureToasts();
    // After a failure, the next use tries again.
    const load = () =>
      void import('./toast-code.js').then(
        ({ Notifications }) => setRegion(() => Notifications),
        () => undefined,
      );
    const unsubscribe = notificationsStore.subscribe(load);
    for (const use of USES) addEventListener(use, load, { passive: true });
    return () => {
      unsubscribe();
      for (const use of USES) removeEventListener(use, load);
    };
  }, [Region]);
  return Region && <Region position="bottom-left" limit={TOASTS_AT_MOST} />;
}
