import type { EnvironmentView, Restored, RestoredFlag } from '@burgee/contracts/http';
import { Alert, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../../api/api-error.js';
import { useChangeValues } from '../../api/flag-changes.js';
import { planOf, restorePlanQuery, useRestoreEnvironment } from '../../api/history.js';
import { useProject } from '../../api/projects.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { texts as environmentTexts } from '../../environment/texts.js';
import { isConfirmed, needsApproval, undoIn } from '../../environment/confirm-in.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { listNames } from '../../feedback/format.js';
import { exactTime } from '../../feedback/time/time.js';
import { showDone, showFailure, showUndo, showUndone } from '../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../shell/ruled-foot.js';
import { differences } from '../../toggle/describe-value.js';
import { Difference } from '../../toggle/difference.js';
import classes from './past.module.css';
import { requestedRestore } from './requested-restore.js';
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
  const project = useProject(environment.project_id);
  const plan = useQuery(restorePlanQuery(environment.id, at));
  const { mutateAsync: changeValues } = useChangeValues(environment.project_id);
  const { code, problem } = asApiError(restore.error);
  // The result as of now, if another user has changed a value since.
  const current = code === 'value_changed' && problem?.current ? planOf(problem.current as Restored) : undefined;
  const shown = current ?? plan.data;
  if (plan.error) return <ErrorNotice error={plan.error} title={texts.failed} onRetry={() => void plan.refetch()} />;
  if (!shown) return <Skeleton height={160} />;
  const { changes, newer, gone, tag } = shown;
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
      {isConfirmed(environment) && (
        <Text size="sm" c="dimmed">
          {environmentTexts.protectedHint}
        </Text>
      )}
      <div role="status">
        {changes.length === 0 ? (
          <Text size="sm">{gone.length > 0 ? texts.noChange : texts.same}</Text>
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
      {needsApproval([environment]) && gone.length > 0 && (
        <Alert className="notice-warn" role="status">
          {texts.gone(listNames(gone))}
        </Alert>
      )}
      <RuledFoot
        project={project}
        environments={[environment]}
        requested={requestedRestore(environment.id, changes)}
        action={texts.restore(environment.name)}
        change={{ isPending: restore.isPending, error: current ? undefined : restore.error }}
        failed={texts.failed}
        disabled={changes.length === 0}
        onSend={(note) => restore.mutate({ at, note, ...(tag && { if_match: tag }) }, { onSuccess: done })}
        onClose={onClose}
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
