import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { keysAreTaken } from '../../shortcuts/keys-are-taken.js';

const LETTERS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keys of a list: `j` and `k` move the focus to the next and previous item, also from outside; arrows do inside. On an item,
 * Enter follows its link, and `e` goes to `onRead` with its index.
 */
export function useNoticeKeys(list: RefObject<HTMLElement | null>, onRead: (index: number) => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keysAreTaken(event.target)) return;
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    const at = items.findIndex((item) => item.contains(event.target as Node));
    const step = LETTERS[event.key] ?? (at < 0 ? undefined : ARROWS[event.key]);
    if (step !== undefined) {
      event.preventDefault();
      // From outside, to the first one.
      items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
    } else if (event.key === 'Enter' && items[at] === event.target) items[at]?.querySelector('a')?.click();
    else if (event.key === 'e' && at >= 0) {
      // Read ones move below the others.
      (items[at + 1] ?? items[at - 1] ?? list.current)?.focus();
      onRead(at);
    }
  });
}
