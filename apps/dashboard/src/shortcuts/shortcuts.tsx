import { useHotkeys } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { undoLatest } from '../feedback/latest-undo.js';
import { whenOpened } from '../feedback/when-opened.js';

const CommandPalette = whenOpened(async () => (await import('./command-palette.js')).CommandPalette);
const ShortcutSheet = whenOpened(async () => (await import('./shortcut-sheet.js')).ShortcutSheet);

type Opened = 'palette' | 'sheet' | undefined;

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search-field]')?.focus();
}

/** Keyboard shortcuts of every page. What they open loads on first use. */
export function Shortcuts() {
  const [opened, setOpened] = useState<Opened>();
  const openSheet = useCallback(() => setOpened('sheet'), []);
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['shift+?', openSheet],
    ['?', openSheet],
    ['mod+Z', undoLatest],
  ]);
  // Works while the user types, too.
  useHotkeys([['mod+K', () => setOpened('palette')]], []);
  const close = (what: Opened) => () => setOpened((now) => (now === what ? undefined : now));
  return (
    <>
      <CommandPalette opened={opened === 'palette'} onClose={close('palette')} onSheet={openSheet} />
      <ShortcutSheet opened={opened === 'sheet'} onClose={close('sheet')} />
    </>
  );
}
