import type { EnvironmentView, FlagDifference, ProjectView, ValuePart } from '@burgee/contracts/http';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError, wasRequested } from '../../api/api-error.js';
import type { ChangeNote } from '../../api/change-note.js';
import { planQuery, type Promotion, usePlanNow, usePromote } from '../../api/promotions.js';
import { isConfirmed } from '../../environment/confirm-in.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../shell/ruled-foot.js';
import { BulkList } from '../flags/bulk/bulk-list.js';
import { faultsByPlace } from '../flags/bulk/bulk-plan.js';
import classes from './compare-screen.module.css';
import { PlannedChange } from './planned-change.js';
import { type PlanLine, planLines } from './plan-lines.js';
import { requestedPromotion } from './requested-promotion.js';
import { texts } from './texts.js';
import { useSayPromoted } from './use-say-promoted.js';

interface Props {
  project: ProjectView;
  from: EnvironmentView;
  to: EnvironmentView;
  flags: readonly Pick<FlagDifference, 'flag_id' | 'key'>[];
  parts: ValuePart[];
  onClose: () => void;
  onDone: () => void;
}

/** Shows what a promotion would change, by the service's dry run, and promotes exactly that. */
export function PromoteDialog({ opened, ...props }: Props & { opened: boolean }) {
  const promote = usePromote(props.project.id);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(promote.isPending, props.onClose)}
      onExitTransitionEnd={promote.reset}
      size="xl"
      title={texts.planTitle(props.from.name, props.to.name)}
    >
      <Plan {...props} promote={promote} />
    </Modal>
  );
}

function Plan({
  project,
  from,
  to,
  parts,
  promote,
  onClose,
  onDone,
  ...current
}: Props & { promote: ReturnType<typeof usePromote> }) {
  // The dialog promotes the flags it opened with, even if the list behind it changes.
  const [flags] = useState(current.flags);
  const promotion: Promotion = { from: from.id, to: to.id, flags: flags.map(({ flag_id }) => flag_id), parts };
  const queries = useQueryClient();
  const query = planQuery(project.id, promotion);
  const {
    data,
    error: planError,
    refetch,
  } = useQuery({ ...query, refetchOnWindowFocus: false, refetchOnReconnect: false });
  const [seen, setSeen] = useState<readonly PlanLine[]>();
  const planNow = usePlanNow(project.id);
  const sayPromoted = useSayPromoted(project.id, from, to);
  const error = planError ?? promote.error;
  const faults = faultsByPlace(error ? asApiError(error).problem?.errors : undefined);
  const lines = data ? planLines(data, seen) : [];
  const count = data?.plan.changes.length ?? 0;
  const lookAgain = async (failure: unknown) => {
    const now = await planNow(failure, promotion);
    if (!now) return;
    setSeen(lines.filter(({ changes }) => changes.length > 0));
    queries.setQueryData(query.queryKey, now);
    promote.reset();
  };
  const finish = () => {
    onClose();
    onDone();
  };
  const requested = data && requestedPromotion(to.id, data);
  const send = (note?: ChangeNote) => {
    if (!data || !requested || data.plan.tag === undefined) return;
    const { differences } = data;
    // Not in callbacks of mutate(): the dialog is gone by then if no flag differs any more.
    void promote.mutateAsync({ ...promotion, tag: data.plan.tag, requested, note }).then(
      ({ changes }) => {
        sayPromoted(changes, differences);
        finish();
      },
      (failure: unknown) => (wasRequested(failure) ? finish() : lookAgain(failure)),
    );
  };
  return (
    <Stack>
      {seen && !error && (
        <Alert className="notice-warn" title={texts.overtaken} role="alert">
          {texts.overtakenHint}
        </Alert>
      )}
      {error && (
        <ErrorNotice
          error={error}
          title={planError ? texts.planFailed : texts.promoteFailed}
          onRetry={planError ? () => void refetch() : undefined}
        />
      )}
      <div className={classes.where} data-color={to.color}>
        <EnvironmentName environment={to} />
        {isConfirmed(to) && (
          <Text size="sm" c="dimmed">
            {texts.protectedHint}
          </Text>
        )}
      </div>
      {!data && !error && (
        <div role="status" aria-label={texts.planning}>
          <RowsSkeleton rows={3} />
        </div>
      )}
      {data && lines.length === 0 && <Text size="sm">{texts.nothing}</Text>}
      {lines.length > 0 && (
        <BulkList
          label={texts.changes}
          lines={lines.map((line) => ({
            id: line.id,
            key: line.key,
            change: <PlannedChange line={line} />,
            fault: faults.get(flags.findIndex(({ flag_id }) => flag_id === line.id)),
          }))}
        />
      )}
      {planError && faults.size > 0 && (
        <BulkList
          label={texts.changes}
          lines={flags.flatMap(({ flag_id: id, key }, place) => {
            const fault = faults.get(place);
            return fault === undefined ? [] : [{ id, key, change: '', fault }];
          })}
        />
      )}
      {planError || !data ? (
        <DialogFoot action={undefined} onCancel={onClose} focus="cancel" />
      ) : (
        <RuledFoot
          project={project}
          environments={[to]}
          requested={requested}
          action={texts.confirm(count, to.name)}
          change={{ isPending: promote.isPending }}
          disabled={count === 0}
          onSend={send}
          onClose={(isRequested) => (isRequested ? finish() : onClose())}
        />
      )}
    </Stack>
  );
}
