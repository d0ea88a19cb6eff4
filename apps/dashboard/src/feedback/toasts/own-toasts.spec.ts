import { describe, expect, it } from '@jest/globals';
import { notifications, notificationsStore } from '@mantine/notifications';
import { showOwn, TOASTS_AT_MOST } from './own-toasts.js';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

describe("toasts of the reader's own changes", () => {
  it('are shown at once, even when the toasts of others fill the limit', () => {
    notificationsStore.updateState((state) => ({ ...state, limit: TOASTS_AT_MOST }));
    notifications.show({ message: 'news' });
    for (const message of ['a', 'b', 'c', 'd', 'e', 'f']) {
      showOwn({ message });
      expect(shown()).toContain(message);
    }
    expect(shown()).toEqual(['c', 'd', 'e', 'f']);
  });

  it('replace the earlier toast about the same subject, and no other', () => {
    notifications.clean();
    const closed: string[] = [];
    for (const [message, subject] of [
      ['a is on', 'a'],
      ['b is on', 'b'],
      ['saved', undefined],
      ['a is off', 'a'],
    ] as const)
      showOwn({ message, onClose: () => closed.push(message) }, subject);
    expect(shown()).toEqual(['b is on', 'saved', 'a is off']);
    expect(closed).toEqual(['a is on']);
  });
});
