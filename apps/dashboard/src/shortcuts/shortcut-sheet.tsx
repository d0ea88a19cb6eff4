import { Modal, Text, Title } from '@mantine/core';
import classes from './shortcut-sheet.module.css';
import { Signs } from './signs.js';
import { texts } from './texts.js';

/** The list of keyboard shortcuts, and what the signs in the table of flags mean. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.sheet}>
      <dl className={`keys-only ${classes.list}`}>
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
      <Title order={3} mt="md" mb="xs">
        {texts.signs}
      </Title>
      <Signs />
      <Text size="sm" c="dimmed" mt="xs" className="keys-only">
        {texts.sign.hint}
      </Text>
    </Modal>
  );
}
