import { Modal } from '@mantine/core';
import classes from './shortcut-sheet.module.css';

const KEYS: readonly [keys: readonly string[], does: string][] = [
  [['⌘ K', 'Ctrl K'], 'Go anywhere: flags, pages, projects'],
  [['/'], 'Search the flags of this page'],
  [['Tab'], 'To the next switch; Space turns it'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This list'],
];

/** The list of keyboard shortcuts. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard">
      <dl className={classes.list}>
        {KEYS.map(([keys, does]) => (
          <div key={does} className={classes.line}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
