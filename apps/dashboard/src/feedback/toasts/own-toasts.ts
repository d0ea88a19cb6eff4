import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

/** More toasts would wait, invisible. */
export const TOASTS_AT_MOST = 4;
/** Toasts about the user's own changes never wait behind those about others' changes. */
const OWN = 1;

/**
 * Shows a toast about the user's own change at once; it replaces the oldest own toast. @returns its id
 * @param subject the changed thing: the toast replaces the earlier one about it, which is outdated
 */
export function showOwn(toast: NotificationData, subject?: string): string {
  const { notifications: shown, queue } = notificationsStore.getState();
  const own = [...shown, ...queue].filter(({ priority }) => priority === OWN);
  const isSame = (one: NotificationData) => subject !== undefined && one['data-subject'] === subject;
  const others = own.filter((one) => !isSame(one));
  const inTheWay = others.slice(0, Math.max(0, others.length + 1 - TOASTS_AT_MOST));
  for (const { id } of [...own.filter(isSame), ...inTheWay]) if (id) notifications.hide(id);
  return notifications.show({ ...toast, 'data-subject': subject, priority: OWN });
}
