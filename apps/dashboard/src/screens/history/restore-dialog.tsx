import type { AuditEntryView } from '@burgee/contracts/http';
import { Alert, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wasRequested } from '../../api/api-error.js';
import type { ChangeNote } from '../../api/change-note.js';
import { currentRow, useRevertValue } from '../../api/flag-values.js';
import { flagQuery } from '../../api/flags.js';
import { useProject } from '../../api/projects.js';
import { valueIn } from '../../api/value-in.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { isConfirmed } from '../../environment/confirm-in.js';
import { ProtectedQuestion } from '../../environment/protected-question.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { exactTime } from '../../feedback/time/time.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../shell/ruled-foot.js';
import { differences } from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { Difference } from '../../toggle/difference.js';
import { useOfferUndo } from '../../toggle/use-offer-undo.js';
import { stateOf } from '../../toggle/value-patch.js';
import { sentenceOf } from '../flag/environments/sentence-of.js';
import { texts } from './restore-texts.js';

const SIDES = [
  { value: 'before', label: texts.before },
  { value: 'after', label: texts.after },
];

interface Props {
  entry: AuditEntryView;
  onClose: () => void;
}

/** Restores an earlier value, as a change of the current one. */
export function RestoreDialog({
  opened,
  onClose,
  ...current
}: Omit<Props, 'entry'> & { opened: boolean; entry: AuditEntryView | undefined }) {
  const entry = useLast(current.entry);
  const edit = useRevertValue(entry?.project_id ?? '');
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(edit.isPending, onClose)}
      onExitTransitionEnd={edit.reset}
      title={texts.title(entry?.flag_key ?? '', entry?.environment_name ?? '')}
      size="lg"
    >
      {entry && <Restoring key={entry.id} entry={entry} edit={edit} onClose={onClose} />}
    </Modal>
  );
}

function Restoring({ entry, edit, onClose }: Props & { edit: ReturnType<typeof useRevertValue> }) {
  const { flag_id: flagId, environment_id: environmentId, flag_key } = entry;
  const [side, setSide] = useState<'before' | 'after'>('before');
  const project = useProject(entry.project_id);
  const environment = project.environments.find(({ id }) => id === environmentId);
  const offerUndo = useOfferUndo(entry.project_id);
  const flag = useKeptError(useQuery(flagQuery(flagId ?? '')));
  const row = valueIn(flag.data, environmentId ?? '');
  if (flag.error) return <ErrorNotice error={flag.error} title={texts.unknown} onRetry={() => void flag.refetch()} />;
  if (!flag.data || !row || !environment) return <Skeleton height={120} />;
  const wanted = (side === 'before' ? entry.old_values : entry.new_values) as unknown as ValueState;
  // An entry that served the flag says so, but nothing takes that back.
  const changes = differences(stateOf(row), stateOf(wanted));
  const overtaken = currentRow(edit.error) !== undefined;
  const patch = stateOf(wanted);
  const restore = (note?: ChangeNote) => {
    const before = stateOf(row);
    edit.mutate(
      {
        flagId: row.flag_id,
        environmentId: row.environment_id,
        entryId: entry.id,
        to: side,
        patch,
        since: row.updated_at,
        note,
      },
      {
        onSuccess: (restored) => {
          const key = flag_key ?? '';
          offerUndo({ key, environment, before, row: restored, done: texts.done(key, environment.name) });
          onClose();
        },
        onError: (error) => {
          if (wasRequested(error)) onClose();
        },
      },
    );
  };
  const isQuestion = isConfirmed(environment);
  const foot = (
    <RuledFoot
      project={project}
      environments={[environment]}
      requested={{ environmentId: environment.id, changes: [{ flag_id: row.flag_id, patch }] }}
      action={isQuestion ? texts.restoreIn(environment.name) : texts.restore}
      change={{ isPending: edit.isPending, error: overtaken ? undefined : edit.error }}
      failed={texts.failed}
      disabled={changes.length === 0}
      onSend={restore}
      onClose={onClose}
    />
  );
  return (
    <Stack>
      {overtaken && (
        <Alert className="notice-warn" title={texts.overtaken} role="alert">
          {texts.overtakenHint}
        </Alert>
      )}
      <Text size="sm">{texts.choose(exactTime(entry.created_at))}</Text>
      <SegmentedControl
        aria-label={texts.side}
        fullWidth
        data={SIDES}
        value={side}
        onChange={(to) => setSide(to as typeof side)}
      />
      {changes.length === 0 ? (
        <Text size="sm" role="status">
          {texts.same}
        </Text>
      ) : (
        <div role="status">
          <Difference changes={changes} />
        </div>
      )}
      {isQuestion ? (
        <ProtectedQuestion
          environments={[environment]}
          effects={changes.length === 0 ? [] : [texts.result(sentenceOf(wanted, flag.data.type))]}
        >
          {foot}
        </ProtectedQuestion>
      ) : (
        foot
      )}
    </Stack>
  );
}
