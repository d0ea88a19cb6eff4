import { notificationsStore } from '@mantine/notifications';

const REGION = '.mantine-Notifications-root[data-position="bottom-left"]';

/** Keeps `--toasts`, which styles make room by: how high all toasts that are shown are together. */
export function measureToasts(): void {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    document.documentElement.style.setProperty('--toasts', `${Math.ceil(height)}px`);
  });
  // The region is there by the first toast at the latest; to observe it again is to do nothing.
  notificationsStore.subscribe(() => {
    const region = document.querySelector(REGION);
    if (region) observer.observe(region);
  });
}
