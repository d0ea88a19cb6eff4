import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../api/api-error.js';
import type { ChangeNote } from '../api/change-note.js';
import { createChangeRequest } from '../api/change-requests.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { ErrorNotice } from '../feedback/error-notice.js';
import { showDone } from '../feedback/toasts.js';
import { useLast } from '../feedback/use-last.js';
import { texts as all } from './texts.js';

const texts = all.note;

interface Asked {
  /** Why the service did not make the change. */
  refusal: ApiError;
  /** What others can be asked to approve. */
  requested: RequestedChanges | undefined;
  isOwner: boolean;
}

interface Props {
  opened: boolean;
  asked: Asked | undefined;
  /** With nothing: the change is not made. */
  onClose: (note?: ChangeNote) => void;
}

const TITLES: Readonly<Record<string, string>> = {
  comment_required: texts.comment,
  environment_frozen: texts.frozen,
  approval_required: texts.approval,
};

/** Asks why a change is made, why it goes past what holds it up, or whether others shall approve it. */
export function NoteDialog({ opened, onClose, ...current }: Props) {
  const asked = useLast(current.asked);
  return (
    <Modal opened={opened} onClose={() => onClose()} title={TITLES[asked?.refusal.code ?? '']}>
      {asked && <Question key={asked.refusal.requestId} {...asked} onClose={onClose} />}
    </Modal>
  );
}

function Question({ refusal, requested, isOwner, onClose }: Asked & Pick<Props, 'onClose'>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const said = text.trim();
  const isComment = refusal.code === 'comment_required';
  const mayAsk = refusal.code === 'approval_required' && requested !== undefined;
  const ask = async ({ environmentId, changes }: RequestedChanges) => {
    try {
      await createChangeRequest(environmentId, { changes, ...(said !== '' && { comment: said }) });
      showDone(texts.asked);
      onClose();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayAsk) void ask(requested);
    else if (said !== '') onClose(isComment ? { comment: said } : { bypassReason: said });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error !== undefined && <ErrorNotice error={error} title={texts.notAsked} />}
        {refusal.code === 'environment_frozen' && (
          <Text size="sm" className="any-text">
            {refusal.message}
          </Text>
        )}
        {mayAsk && <Text size="sm">{texts.approvalHint}</Text>}
        <Textarea
          label={isComment || mayAsk ? texts.why : texts.reason}
          description={texts.hint}
          maxLength={100}
          autosize
          minRows={2}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()}>
            {texts.cancel}
          </Button>
          {!isComment && isOwner && (
            <Button color="pennant.8" disabled={said === ''} onClick={() => onClose({ bypassReason: said })}>
              {texts.bypass}
            </Button>
          )}
          {isComment && (
            <Button type="submit" disabled={said === ''}>
              {texts.change}
            </Button>
          )}
          {mayAsk && <Button type="submit">{texts.ask}</Button>}
        </Group>
      </Stack>
    </form>
  );
}
