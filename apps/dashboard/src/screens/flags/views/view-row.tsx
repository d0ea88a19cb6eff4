import { ActionIcon, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './views-panel.module.css';
import { texts } from './texts.js';

interface Props {
  name: string;
  /** Who made it, of a shared one. */
  by?: string;
  isCurrent: boolean;
  onOpen: () => void;
  /** Undefined for those who may not. */
  onDelete: (() => void) | undefined;
  /** More buttons. */
  children?: ReactNode;
}

/** A view to open. */
export function ViewRow({ name, by, isCurrent, onOpen, onDelete, children }: Props) {
  return (
    <li className={classes.item}>
      <div className={classes.choice}>
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          fullWidth
          classNames={{ root: classes.open, label: classes.name }}
          aria-current={isCurrent || undefined}
          onClick={onOpen}
        >
          {name}
        </Button>
        {by !== undefined && (
          <Text size="xs" c="dimmed" className={`any-text ${classes.by}`}>
            {by}
          </Text>
        )}
      </div>
      {children}
      {onDelete && (
        <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(name)} onClick={onDelete}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
