import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { NoteAnswer, HoldReason } from '../api/change-note.js';
import { useCreateChangeRequest } from '../api/act-on-request.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { describeFreeze } from '../environment/describe-freeze.js';
import { EnvironmentName } from '../environment/environment-name.js';
import where from '../environment/environment.module.css';
import { titleOfHold } from '../environment/holds.js';
import { DialogFoot } from '../feedback/dialogs/dialog-foot.js';
import { showDoneAndPlace } from '../feedback/toasts/toasts.js';
import { useLast } from '../feedback/dialogs/use-last.js';
import { NotedChanges } from './noted-changes.js';
import { OpenRequests } from './open-requests.js';
import { texts as all } from './texts.js';

const texts = all.note;

export interface AskedNote {
  /** Unique for each question. */
  id: number;
  /** The reason why the service did not make the change. */
  reason: HoldReason;
  projectId: string;
  /** The environments that hold the change up. */
  environments: readonly EnvironmentView[];
  /** The changes to request approval for, if they can be requested. */
  requested: RequestedChanges | undefined;
  isOwner: boolean;
}

interface Props {
  opened: boolean;
  asked: AskedNote | undefined;
  /** Called without a note: the change is not made. */
  onClose: (answer?: NoteAnswer) => void;
}

/** Asks for a comment, for the reason of an override, or whether to request approval. */
export function NoteDialog({ opened, onClose, ...current }: Props) {
  const asked = useLast(current.asked);
  return (
    <Modal
      // The only dialog on the screen: it hides one from which the change was made.
      classNames={{ root: 'only-dialog' }}
      opened={opened}
      onClose={() => onClose()}
      title={asked && titleOfHold(asked.reason, asked.environments)}
    >
      {asked && <Question key={asked.id} {...asked} onClose={onClose} />}
    </Modal>
  );
}

/** The page of waiting requests. */
function useRequestsLink(projectId: string) {
  const router = useRouter();
  const place = { to: '/projects/$projectId/requests', params: { projectId } } as const;
  return {
    label: texts.toRequests,
    href: router.buildLocation(place).href,
    go: () => void router.navigate(place),
  };
}

function Question({
  reason,
  projectId,
  environments,
  requested,
  isOwner,
  onClose,
}: AskedNote & Pick<Props, 'onClose'>) {
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const create = useCreateChangeRequest(projectId);
  const link = useRequestsLink(projectId);
  const said = text.trim();
  const isComment = reason === 'comment_required';
  const [strictest] = environments.toSorted((a, b) => b.approvals - a.approvals);
  const environmentId = requested?.environmentId ?? strictest?.id;
  const mayAsk = reason === 'approval_required' && requested !== undefined && environmentId !== undefined;
  const needsComment = mayAsk && environments.some(({ comment_required }) => comment_required);
  const label = isComment || needsComment ? texts.comment : mayAsk ? texts.reasonOptional : texts.reason;
  const field = useRef<HTMLTextAreaElement>(null);
  const unlessMissing = (act: () => void) => () => {
    if (said !== '') return act();
    setMissing(true);
    return field.current?.focus();
  };
  const comment = unlessMissing(() => onClose({ note: { comment: said } }));
  const bypass = unlessMissing(() => onClose({ note: { bypassReason: said, ...(needsComment && { comment: said }) } }));
  const ask = () => {
    if (!mayAsk) return;
    const body = { changes: requested.changes, ...(said !== '' && { comment: said }) };
    const done = () => {
      showDoneAndPlace(link, texts.asked);
      onClose({ ended: 'requested' });
    };
    create.mutate({ environmentId, ...body }, { onSuccess: done });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComment) comment();
    else if (!mayAsk) bypass();
    else if (needsComment) unlessMissing(ask)();
    else ask();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {environments.map((environment) => (
          <div key={environment.id} className={where.where} data-color={environment.color}>
            <EnvironmentName environment={environment} />
            {reason === 'environment_frozen' && (
              <Text size="sm" c="dimmed" className="any-text">
                {describeFreeze(environment)}
              </Text>
            )}
          </div>
        ))}
        {requested && <NotedChanges projectId={projectId} requested={requested} />}
        {mayAsk && (
          <OpenRequests
            projectId={projectId}
            environmentId={requested.environmentId}
            flagIds={requested.changes.map(({ flag_id }) => flag_id)}
            onLeave={() => onClose()}
          />
        )}
        {mayAsk && (
          <Text size="sm">{texts.approvalHint(Math.max(1, ...environments.map(({ approvals }) => approvals)))}</Text>
        )}
        <Textarea
          ref={field}
          label={label}
          description={mayAsk && isOwner ? `${texts.hint} ${texts.reasonNeeded}` : texts.hint}
          required={isComment || !mayAsk || needsComment}
          error={isMissing && said === '' ? texts.missing : undefined}
          maxLength={100}
          autosize
          minRows={2}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DialogFoot
          action={isComment ? texts.change : mayAsk ? texts.ask : undefined}
          onCancel={() => onClose()}
          change={create}
          failed={texts.notAsked}
        >
          {!isComment && isOwner && (
            <Button color="pennant.8" disabled={create.isPending} onClick={bypass}>
              {reason === 'environment_frozen' ? texts.overrideFreeze : texts.overrideApproval}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </form>
  );
}
