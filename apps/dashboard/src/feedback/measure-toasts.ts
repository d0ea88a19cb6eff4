import { notificationsStore } from '@mantine/notifications';

const REGION = '.mantine-Notifications-root[data-position="bottom-left"]';

/** Keeps `--toasts`, the total height of all visible toasts, for styles that make room for them. */
export function measureToasts(): void {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    document.documentElement.style.setProperty('--toasts', `${Math.ceil(height)}px`);
  });
  // The region exists by the first toast at the latest; observing it again has no effect.
  notificationsStore.subscribe(() => {
    const region = document.querySelector(REGION);
    if (region) observer.observe(region);
  });
}
