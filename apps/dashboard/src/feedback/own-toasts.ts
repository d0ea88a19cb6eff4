import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

/** More would wait, unseen. */
export const TOASTS_AT_MOST = 4;
/** What concerns the reader's own doing is never kept waiting by news of others. */
const OWN = 1;

/** Shows what concerns the reader's own doing at once; the oldest of its kind makes room. @returns its id */
export function showOwn(toast: NotificationData): string {
  const { notifications: shown, queue } = notificationsStore.getState();
  const own = [...shown, ...queue].filter(({ priority }) => priority === OWN);
  for (const { id } of own.slice(0, Math.max(0, own.length + 1 - TOASTS_AT_MOST))) if (id) notifications.hide(id);
  return notifications.show({ ...toast, priority: OWN });
}
