import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { noteFor, type PlanNote, type Verbs } from './decide-verbs.js';
import { formTexts } from './dialog-texts.js';

const texts = formTexts.submit;

interface Props {
  verbs: Verbs;
  environment: EnvironmentView | undefined;
  /** The label of the main button where no approval is required. */
  label: string;
  isPending: boolean;
  /** Nothing can be sent yet. */
  isBlocked: boolean;
  onClose: () => void;
}

/**
 * The end of the form of a schedule: its comment, and its buttons with the right verb. An owner has both ways side by
 * side. @returns what it shows, and what to call to send the form
 */
export function usePlanSubmit(
  { verbs, environment, label, isPending, isBlocked, onClose }: Props,
  send: (note: PlanNote) => void,
) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<boolean>(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { asks, canOverride, needsComment } = verbs;
  const submit = (overrides: boolean) => {
    if (isBlocked || isPending) return;
    const note = noteFor(verbs, text, overrides);
    setMissing(note === undefined);
    if (note) send(note);
    else field.current?.focus();
  };
  // Only the override needs what is typed.
  const isForOverride = canOverride && !needsComment;
  const shown = (
    <>
      {asks && <Text size="sm">{texts.takesEffect(environment?.approvals ?? 1)}</Text>}
      {(asks || needsComment) && (
        <Textarea
          ref={field}
          label={needsComment ? texts.comment : isForOverride ? texts.reasonToOverride : texts.reason}
          description={texts.hint}
          required={needsComment}
          error={missing && text.trim() === '' ? (isForOverride ? texts.reasonNeeded : texts.missing) : undefined}
          maxLength={100}
          autosize
          minRows={1}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <DialogFoot action={asks ? texts.ask : label} onCancel={onClose} change={{ isPending }} disabled={isBlocked}>
        {canOverride && (
          <Button color="pennant.8" disabled={isPending || isBlocked} onClick={() => submit(true)}>
            {texts.override}
          </Button>
        )}
      </DialogFoot>
    </>
  );
  return { shown, submit: () => submit(false), isTyped: text !== '' };
}
