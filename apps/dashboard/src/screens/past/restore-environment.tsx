import type { EnvironmentView, Restored, RestoredFlag } from '@burgee/contracts/http';
import { Alert, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useChangeValues } from '../../api/flag-changes.js';
import { useRestoreEnvironment } from '../../api/history.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { texts as environmentTexts } from '../../environment/texts.js';
import { undoIn } from '../../environment/confirm-in.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { listNames } from '../../feedback/format.js';
import { exactTime } from '../../feedback/time/time.js';
import { showDone, showFailure, showUndo, showUndone } from '../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { differences } from '../../toggle/describe-value.js';
import { Difference } from '../../toggle/difference.js';
import classes from './past.module.css';
import { texts as all } from './texts.js';
import { undoRestore } from './undo-restore.js';

const texts = all.restore;

interface Props {
  environment: EnvironmentView;
  at: string;
  onClose: () => void;
}

/** Shows what restoring an environment would change, and does exactly that. */
export function RestoreEnvironment({ opened, ...props }: Props & { opened: boolean }) {
  const { environment, onClose } = props;
  const restore = useRestoreEnvironment(environment.project_id, environment.id);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(restore.isPending, onClose)}
      onExitTransitionEnd={restore.reset}
      title={texts.title(environment.name)}
      size="lg"
    >
      {opened && <Restoring {...props} restore={restore} />}
    </Modal>
  );
}

function Restoring({
  environment,
  at,
  onClose,
  restore,
}: Props & { restore: ReturnType<typeof useRestoreEnvironment> }) {
  const plan = useRestoreEnvironment(environment.project_id, environment.id);
  const { mutateAsync: changeValues } = useChangeValues(environment.project_id);
  const { mutate: tryIt } = plan;
  useEffect(() => tryIt({ at, dry_run: true }), [tryIt, at]);
  const { code, problem } = asApiError(restore.error);
  // The result as of now, if another user has changed a value since.
  const current = code === 'value_changed' ? (problem?.current as Restored | undefined) : undefined;
  const shown = current ?? plan.data;
  if (plan.error)
    return <ErrorNotice error={plan.error} title={texts.failed} onRetry={() => tryIt({ at, dry_run: true })} />;
  if (!shown) return <Skeleton height={160} />;
  const { changes, newer, tag } = shown;
  const done = (restored: Restored) => {
    onClose();
    const text = texts.done(environment.name, restored.changes.length);
    const former = undoRestore(restored.changes);
    if (!former) return showDone(text, '', environment);
    const undo = () =>
      changeValues({ environmentId: environment.id, changes: former }).then(
        () => showUndone(texts.undone(environment.name), environment),
        (error: unknown) => showFailure(texts.undoFailed, error),
      );
    return showUndo(text, () => undoIn([environment], text, undo), environment);
  };
  return (
    <Stack>
      {current && (
        <Alert className="notice-warn" title={texts.changed} role="alert">
          {texts.changedHint}
        </Alert>
      )}
      <EnvironmentName environment={environment} />
      <Text size="sm">{texts.lead(exactTime(at))}</Text>
      {environment.protected && (
        <Text size="sm" c="dimmed">
          {environmentTexts.protectedHint}
        </Text>
      )}
      <div role="status">
        {changes.length === 0 ? (
          <Text size="sm">{texts.same}</Text>
        ) : (
          <ul className={classes.list}>
            {changes.map((change) => (
              <RestoredLine key={change.flag_id} change={change} />
            ))}
          </ul>
        )}
      </div>
      {newer.length > 0 && (
        <Text size="sm" c="dimmed" className="any-text">
          {texts.newer(listNames(newer.map(({ key }) => key)))}
        </Text>
      )}
      <DialogFoot
        action={texts.restore(environment.name)}
        onConfirm={() => restore.mutate({ at, if_match: tag }, { onSuccess: done })}
        onCancel={onClose}
        change={{ isPending: restore.isPending, error: current ? undefined : restore.error }}
        failed={texts.failed}
        disabled={changes.length === 0}
        focus="cancel"
      />
    </Stack>
  );
}

function RestoredLine({ change: { key, action, from, to } }: { change: RestoredFlag }) {
  return (
    <li className={classes.flag}>
      <div className={classes.head}>
        <strong className="any-text">{key}</strong>
        <span className={classes.quiet}>{texts.actions[action]}</span>
      </div>
      {from && <Difference changes={differences(from, to)} />}
    </li>
  );
}
