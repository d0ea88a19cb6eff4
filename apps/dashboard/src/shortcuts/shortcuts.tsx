import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { undoLatest } from '../feedback/toasts/latest-undo.js';
import { showNoUndo } from '../feedback/toasts/toasts.js';
import { lazyDialog } from '../feedback/loading/lazy-dialog.js';
import { onOpenPalette } from './open-palette.js';
import { onOpenSheet } from './open-sheet.js';

const CommandPalette = lazyDialog(async () => (await import('./command-palette.js')).CommandPalette);
const ShortcutSheet = lazyDialog(async () => (await import('./shortcut-sheet.js')).ShortcutSheet);

type Opened = 'palette' | 'sheet' | undefined;

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search-field]')?.focus();
}

/** Keyboard shortcuts of every page. The dialogs that they open load on first use. */
export function Shortcuts() {
  const [opened, setOpened] = useState<Opened>();
  const openPalette = useCallback(() => setOpened('palette'), []);
  useEffect(() => onOpenPalette(openPalette), [openPalette]);
  const { projectId } = useParams({ strict: false });
  const navigate = useNavigate();
  const toHistory = () => void navigate({ to: '/projects/$projectId/history', params: { projectId: projectId ?? '' } });
  const openSheet = useCallback(() => setOpened('sheet'), []);
  useEffect(() => onOpenSheet(openSheet), [openSheet]);
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['shift+?', openSheet],
    ['?', openSheet],
    ['mod+Z', () => undoLatest() || showNoUndo(projectId === undefined ? undefined : toHistory)],
  ]);
  // Works while the user types, too.
  useHotkeys([['mod+K', openPalette]], []);
  const close = (what: Opened) => () => setOpened((now) => (now === what ? undefined : now));
  return (
    <>
      <CommandPalette opened={opened === 'palette'} onClose={close('palette')} onSheet={openSheet} />
      <ShortcutSheet opened={opened === 'sheet'} onClose={close('sheet')} />
    </>
  );
}
