import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import { texts } from './texts.js';
import { useWithProof } from './use-with-proof.js';

/** What someone is about to do. */
export interface Deed {
  title: string;
  /** What it does, in a sentence. */
  does: string;
  /** The labels of the buttons. */
  action: string;
  cancel?: string;
  /** The title of a failure. */
  failed?: string;
  /** Cannot be undone, or locks someone out. */
  isGrave?: boolean;
  /** A text to type first, and the label of its field. */
  typed?: { word: string; label: ReactNode };
  /** Whether the service has already wanted the password for it. */
  isProofWanted?: boolean;
  run: () => Promise<unknown>;
}

interface Props<T extends Deed> {
  opened: boolean;
  /** Undefined when it is closed. */
  deed: T | undefined;
  onDone: (deed: T) => void;
  onClose: () => void;
}

/** Asks before a deed, and for the password where the service wants it. Stays open until the result is known. */
export function ConfirmWithProof<T extends Deed>({ opened, deed, onDone, onClose }: Props<T>) {
  const shown = useLast(deed);
  const act = useWithProof((one: T) => one.run(), shown?.isProofWanted);
  const close = () => {
    act.reset();
    onClose();
  };
  const confirm = (one: T) =>
    act.run(one, () => {
      close();
      onDone(one);
    });
  return (
    <Modal opened={opened} onClose={unlessBusy(act.isPending, close)} title={shown?.title}>
      {shown && <Question deed={shown} act={act} onConfirm={() => confirm(shown)} onCancel={close} />}
    </Modal>
  );
}

interface QuestionProps {
  deed: Deed;
  act: Pick<ReturnType<typeof useWithProof>, 'error' | 'field' | 'isPending' | 'isReady'>;
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ deed, act, onConfirm, onCancel }: QuestionProps) {
  const [text, setText] = useState('');
  const isReady = act.isReady && (deed.typed === undefined || text.trim() === deed.typed.word.trim());
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !act.isPending) onConfirm();
      }}
    >
      <Stack>
        <Text size="sm" className="any-text">
          {deed.does}
        </Text>
        {deed.typed && (
          <TextInput
            label={<span className="any-text">{deed.typed.label}</span>}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {act.field}
        <DialogFoot
          action={deed.action}
          cancel={deed.cancel}
          onCancel={onCancel}
          change={act}
          failed={deed.failed ?? texts.notDone}
          disabled={!isReady}
          isGrave={deed.isGrave}
          focus={deed.typed || deed.isProofWanted ? undefined : 'cancel'}
        />
      </Stack>
    </form>
  );
}
