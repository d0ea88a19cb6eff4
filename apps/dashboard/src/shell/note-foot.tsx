import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useCreateChangeRequest } from '../api/act-on-request.js';
import type { HoldReason, NoteAnswer } from '../api/change-note.js';
import { FLAGS_REQUESTED_AT_MOST, type RequestedChanges } from '../api/requested-changes.js';
import { DialogFoot } from '../feedback/dialogs/dialog-foot.js';
import { showDoneAndPlace } from '../feedback/toasts/toasts.js';
import { OpenRequests } from './open-requests.js';
import { texts as all } from './texts.js';

const texts = all.note;

/** A change that environments hold up. */
export interface HeldUp {
  reason: HoldReason;
  projectId: string;
  /** The environments that hold the change up. */
  environments: readonly EnvironmentView[];
  /** The changes to request approval for, if they can be requested. */
  requested: RequestedChanges | undefined;
  isOwner: boolean;
}

interface Props extends HeldUp {
  /** The rules in words, where the dialog does not name them. */
  rules?: string;
  /** The label of the button that makes the change with a comment. */
  action?: string;
  /** The change that is made with a note, in a dialog that stays open until its result is known. */
  change?: { isPending: boolean; error?: unknown };
  failed?: string;
  disabled?: boolean;
  /** Called without an answer: the user cancels. */
  onClose: (answer?: NoteAnswer) => void;
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

/**
 * The end of a dialog about a change that environments hold up: asks for a comment, for the reason of an override, or
 * whether to request approval. An owner has the request and the override side by side.
 */
export function NoteFoot({ rules, change, failed, disabled = false, action = texts.change, onClose, ...held }: Props) {
  const { reason, projectId, environments, requested, isOwner } = held;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const create = useCreateChangeRequest(projectId);
  const link = useRequestsLink(projectId);
  const said = text.trim();
  const isComment = reason === 'comment_required';
  const [strictest] = environments.toSorted((a, b) => b.approvals - a.approvals);
  const environmentId = requested?.environmentId ?? strictest?.id;
  const isTooMuch = requested !== undefined && requested.changes.length > FLAGS_REQUESTED_AT_MOST;
  const mayAsk = reason === 'approval_required' && requested !== undefined && !isTooMuch && environmentId !== undefined;
  const needsComment = environments.some(({ comment_required }) => comment_required);
  // Only the override needs what is typed.
  const isForOverride = mayAsk && isOwner && !needsComment;
  const optional = isForOverride ? texts.reasonToOverride : texts.reasonOptional;
  const label = isComment || (mayAsk && needsComment) ? texts.comment : mayAsk ? optional : texts.reason;
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
    if (disabled) return;
    if (isComment) comment();
    else if (mayAsk) (needsComment ? unlessMissing(ask) : ask)();
    else if (isOwner) bypass();
  };
  const isPending = create.isPending || (change?.isPending ?? false);
  const foot = {
    onCancel: () => onClose(),
    change: { isPending, error: create.error ?? change?.error },
    failed: create.error ? texts.notAsked : failed,
    disabled,
  };
  const facts = [
    rules,
    reason === 'approval_required' && isTooMuch && texts.tooMany(FLAGS_REQUESTED_AT_MOST),
    mayAsk && texts.approvalHint(Math.max(1, ...environments.map(({ approvals }) => approvals))),
  ].filter(Boolean);
  const lead = facts.length > 0 && (
    <Text size="sm" className="any-text">
      {facts.join(' ')}
    </Text>
  );
  // Someone else has to make this change.
  if (!isComment && !mayAsk && !isOwner)
    return (
      <Stack>
        {lead}
        <DialogFoot action={undefined} {...foot} />
      </Stack>
    );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {lead}
        {mayAsk && (
          <OpenRequests
            projectId={projectId}
            environmentId={requested.environmentId}
            flagIds={requested.changes.map(({ flag_id }) => flag_id)}
            onLeave={() => onClose()}
          />
        )}
        <Textarea
          ref={field}
          label={label}
          description={texts.hint}
          required={isComment || !mayAsk || needsComment}
          error={isMissing && said === '' ? (isForOverride ? texts.reasonNeeded : texts.missing) : undefined}
          maxLength={100}
          autosize
          minRows={2}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DialogFoot {...foot} action={isComment ? action : mayAsk ? texts.ask : undefined}>
          {!isComment && isOwner && (
            <Button color="pennant.8" disabled={isPending || disabled} onClick={bypass}>
              {reason === 'environment_frozen' ? texts.overrideFreeze : texts.overrideApproval}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </form>
  );
}
