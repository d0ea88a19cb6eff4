import type { FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asApiError, wasRequested } from '../../../api/api-error.js';
import type { ChangeNote } from '../../../api/change-note.js';
import { useChangeFlags } from '../../../api/flag-changes.js';
import { isArchived } from '../../../api/flags.js';
import { requestedAction } from '../../../api/requested-changes.js';
import { projectUsageQuery } from '../../../api/usage.js';
import { undoIn } from '../../../environment/confirm-in.js';
import { environmentsServing } from '../../../environment/serve-again.js';
import { listNames } from '../../../feedback/format.js';
import { showDone, showFailure, showUndo, showUndoAndPlace } from '../../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../../shell/ruled-foot.js';
import { texts as usageTexts } from '../../../usage/texts.js';
import { audienceOfListed } from '../table/audience-of-listed.js';
import { sayWhere } from '../table/say-where.js';
import { BulkList } from './bulk-list.js';
import { faultsByPlace, isOn, onAnywhere } from './bulk-plan.js';
import { useArchivedLink } from './use-archived-link.js';
import { useAskedFlags } from './use-asked-flags.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  project: ProjectView;
  flags: readonly FlagSummary[];
  onClose: () => void;
  onDone: () => void;
}

/** Archives or unarchives many flags, after showing where they are on. */
export function BulkArchive({ opened, project, onClose, onDone, ...current }: Props) {
  const change = useChangeFlags(project.id);
  const takeBack = useChangeFlags(project.id);
  const flags = useAskedFlags(current.flags, opened, change);
  const archives = !flags.some(isArchived);
  const link = useArchivedLink(project.id);
  const toSend = (flag_ids: string[], isArchiving: boolean) =>
    ({ action: isArchiving ? 'archive' : 'unarchive', flag_ids }) as const;
  const flagIds = flags.map(({ id }) => id);
  const finish = () => {
    onClose();
    onDone();
  };
  const send = (note?: ChangeNote) => {
    void change.mutateAsync({ ...toSend(flagIds, archives), note }).then(
      ({ changed }) => {
        const reached = changed.length > 0 ? project.environments : [];
        const undo = () =>
          void takeBack.mutateAsync(toSend(changed, !archives)).then(
            () => showDone(texts.archivedDone(changed.length, !archives), '', ...reached),
            (error: unknown) => showFailure(texts.archiveFailed, error),
          );
        const said = texts.archivedDone(changed.length, archives);
        if (archives) showUndoAndPlace(link, said, () => undoIn(on, said, undo), ...reached);
        else showUndo(said, undo, ...reached);
        finish();
      },
      // The dialog shows the error.
      (error: unknown) => wasRequested(error) && finish(),
    );
  };
  const requested = requestedAction(archives ? 'archive' : 'unarchive', flagIds);
  const faults = faultsByPlace(change.error ? asApiError(change.error).problem?.errors : undefined);
  const { data: usage } = useQuery({ ...projectUsageQuery(project.id), enabled: opened && archives });
  const appsOf = new Map(usage?.map(({ flag_id, apps }) => [flag_id, apps.map((app) => app || usageTexts.unnamed)]));
  const on = onAnywhere(flags, project.environments);
  // The values may have changed while the flag was archived.
  const onBy = (flag: FlagSummary) =>
    flag.environments
      .flatMap((value) => {
        const name = value.is_enabled && on.find(({ id }) => id === value.environment_id)?.name;
        return name ? [`${name}: ${audienceOfListed(flag, value)}`] : [];
      })
      .join('; ');
  const warnings = on
    .filter(({ protected: isProtected }) => isProtected)
    .map((one) => texts.onInProtected(one.name, flags.filter((flag) => isOn(flag, one)).length, flags.length));
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(change.isPending, onClose)}
      onExitTransitionEnd={change.reset}
      size="lg"
      title={texts.archiveTitle(flags.length, archives)}
    >
      <Stack>
        <Text size="sm">
          {archives ? texts.archiveHint(flags.length) : texts.unarchiveHint(flags.length)}
          {warnings.length > 0 && <strong> {warnings.join(' ')}</strong>}
        </Text>
        <BulkList
          label={texts.flags}
          lines={flags.map((flag, index) => {
            const where = (!archives && onBy(flag)) || sayWhere(flag, project.environments);
            const apps = appsOf.get(flag.id) ?? [];
            return {
              id: flag.id,
              key: flag.key,
              change: apps.length > 0 ? texts.evaluatedBy(where, listNames(apps)) : where,
              fault: faults.get(index),
            };
          })}
        />
        <RuledFoot
          project={project}
          environments={environmentsServing(flags, project.environments)}
          requested={requested}
          action={texts.archiveAll(flags.length, archives)}
          change={change}
          failed={texts.archiveFailed}
          isGrave={archives}
          onSend={send}
          onClose={(isRequested) => (isRequested ? finish() : onClose())}
        />
      </Stack>
    </Modal>
  );
}
