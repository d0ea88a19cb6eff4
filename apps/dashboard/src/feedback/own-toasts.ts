import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

/** More toasts would wait, invisible. */
export const TOASTS_AT_MOST = 4;
/** Toasts about the user's own changes never wait behind those about others' changes. */
const OWN = 1;

/** Shows a toast about the user's own change at once; it replaces the oldest of its kind. @returns its id */
export function showOwn(toast: NotificationData): string {
  const { notifications: shown, queue } = notificationsStore.getState();
  const own = [...shown, ...queue].filter(({ priority }) => priority === OWN);
  for (const { id } of own.slice(0, Math.max(0, own.length + 1 - TOASTS_AT_MOST))) if (id) notifications.hide(id);
  return notifications.show({ ...toast, priority: OWN });
}
