import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogFoot } from './dialog-foot.js';
import { unlessBusy } from './unless-busy.js';
import { fill } from '../fill.js';
import { texts } from '../texts.js';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What the user deletes, and what stops working. */
  children: ReactNode;
  /** The text to type, as in "Production". */
  word: string;
  /** The kind of that text, for example "name of the environment". */
  what: string;
  /** The label of the button. */
  action: string;
  onConfirm: () => void;
  pending: boolean;
  error: unknown;
}

/** Asks the user to type a name before a change that cannot be undone. Stays open until its result is known. */
export function ConfirmByTyping({ opened, onClose, title, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={unlessBusy(rest.pending, onClose)} title={title}>
      <Question onClose={onClose} {...rest} />
    </Modal>
  );
}

function Question({
  onClose,
  children,
  word,
  what,
  action,
  onConfirm,
  pending,
  error,
}: Omit<Props, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('');
  const right = typed.trim() === word.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (right) onConfirm();
      }}
    >
      <Stack>
        <Text size="sm" component="div" className="any-text">
          {children}
        </Text>
        <TextInput
          label={<span className="any-text">{fill(texts.type, { word: <strong>{word}</strong>, what })}</span>}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogFoot
          action={action}
          onCancel={onClose}
          change={{ isPending: pending, error }}
          failed={texts.notDeleted}
          disabled={!right}
          isGrave
        />
      </Stack>
    </form>
  );
}
