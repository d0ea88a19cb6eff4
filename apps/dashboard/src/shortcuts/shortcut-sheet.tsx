import { Modal } from '@mantine/core';
import classes from './shortcut-sheet.module.css';
import { texts } from './texts.js';

/** The list of keyboard shortcuts. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.sheet}>
      <dl className={classes.list}>
        {texts.lines.map(([keys, does]) => (
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
