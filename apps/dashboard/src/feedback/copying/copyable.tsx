import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Hint } from '../hint.js';
import { useCopy } from './use-copy.js';
import { texts } from '../texts.js';

interface Props {
  value: string;
  /** The name of the copied text, for example "SDK key". */
  what: string;
}

/** A small button that copies a text and announces it, to screen readers too. */
export function CopyAction({ value, what }: Props) {
  const { copied, copy } = useCopy(value);
  return (
    <>
      <Hint label={copied ? texts.copied : texts.copy(what)}>
        <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} onClick={copy} aria-label={texts.copy(what)}>
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Hint>
      <span className="visually-hidden" role="status">
        {copied ? texts.copiedWhat(what) : ''}
      </span>
    </>
  );
}
