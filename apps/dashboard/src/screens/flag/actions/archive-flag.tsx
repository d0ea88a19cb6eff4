import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Modal, Stack, Text } from '@mantine/core';
import type { ChangeNote } from '../../../api/change-note.js';
import { useArchiveFlag } from '../../../api/flags.js';
import { requestedAction } from '../../../api/requested-changes.js';
import { useMe } from '../../../api/session.js';
import { wasRequested } from '../../../api/api-error.js';
import { undoIn } from '../../../environment/confirm-in.js';
import { environmentsOn, environmentsServing } from '../../../environment/serve-again.js';
import { showUndoAndPlace } from '../../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../../shell/ruled-foot.js';
import { useArchivedLink } from '../../flags/bulk/use-archived-link.js';
import { storeDrafts } from '../drafts/stored-drafts.js';
import { texts as all } from '../texts.js';
import { useUnarchive } from './use-unarchive.js';

const texts = all.archiving;

interface Props {
  flag: FlagView;
  project: ProjectView;
  opened: boolean;
  onClose: () => void;
}

/** Archives a flag, with an undo. Shows where the flag is on. */
export function ArchiveFlag({ flag, project, opened, onClose }: Props) {
  const { environments } = project;
  const archive = useArchiveFlag(flag);
  const unarchive = useUnarchive(flag, environments);
  const link = useArchivedLink(flag.project_id);
  const me = useMe();
  const on = environmentsOn(flag.environments, environments);
  const serving = environmentsServing([flag], environments);
  const guarded = on.filter((one) => one.protected);
  const send = (note?: ChangeNote) =>
    void archive.mutateAsync({ archives: true, note }).then(
      () => {
        storeDrafts(me.id, flag.id, {});
        const done = texts.done(flag.key);
        const undo = () => undoIn(on, done, unarchive);
        showUndoAndPlace(link, done, undo, ...environments);
        onClose();
      },
      // The dialog shows the error.
      (error: unknown) => wasRequested(error) && onClose(),
    );
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(archive.isPending, onClose)}
      onExitTransitionEnd={archive.reset}
      size={480}
      title={texts.title(flag.key)}
    >
      <Stack>
        <Text size="sm">
          {on.length > 0 && <strong>{texts.on(on.map(({ name }) => name))} </strong>}
          {guarded.length > 0 && <strong>{texts.protected(guarded.map(({ name }) => name))} </strong>}
          {texts.hint}
        </Text>
        <RuledFoot
          project={project}
          environments={serving}
          requested={requestedAction('archive', [flag.id])}
          action={texts.submit}
          change={archive}
          failed={texts.failed}
          isGrave
          onSend={send}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  );
}
