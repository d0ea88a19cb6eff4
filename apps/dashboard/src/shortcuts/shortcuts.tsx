import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { whenOpened } from '../feedback/when-opened.js';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.js')).CommandPalette }));
const ShortcutSheet = whenOpened(async () => (await import('./shortcut-sheet.js')).ShortcutSheet);

type Opened = 'palette' | 'sheet' | undefined;

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search-field]')?.focus();
}

/** The keys that work on every page. What they open is loaded when it is first asked for. */
export function Shortcuts() {
  const [opened, setOpened] = useState<Opened>();
  const open = (what: Opened) => () => setOpened(what);
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['shift+?', open('sheet')],
    ['?', open('sheet')],
  ]);
  // Also while something is being typed.
  useHotkeys([['mod+K', open('palette')]], []);
  const close = () => setOpened(undefined);
  return (
    <>
      <Suspense>{opened === 'palette' && <CommandPalette onClose={close} onSheet={open('sheet')} />}</Suspense>
      <ShortcutSheet opened={opened === 'sheet'} onClose={close} />
    </>
  );
}
