import { describe, expect, it } from '@jest/globals';
import { notifications, notificationsStore } from '@mantine/notifications';
import { showOwn, TOASTS_AT_MOST } from './own-toasts.js';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

describe("toasts of the reader's own doing", () => {
  it('are shown at once, however many there are and whatever others do', () => {
    notificationsStore.updateState((state) => ({ ...state, limit: TOASTS_AT_MOST }));
    notifications.show({ message: 'news' });
    for (const message of ['a', 'b', 'c', 'd', 'e', 'f']) {
      showOwn({ message });
      expect(shown()).toContain(message);
    }
    expect(shown()).toEqual(['c', 'd', 'e', 'f']);
  });

  it('replace what they said about the same before, and nothing else', () => {
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
