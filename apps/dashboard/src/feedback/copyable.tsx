import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface Props {
  value: string;
  /** What is copied, as in "SDK key". */
  what: string;
}

/** A small button that copies, says so, and tells screen readers. */
export function CopyAction({ value, what }: Props) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
            <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} onClick={copy} aria-label={`Copy ${what}`}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
          <span className="visually-hidden" role="status">
            {copied ? `${what} copied` : ''}
          </span>
        </>
      )}
    </CopyButton>
  );
}
