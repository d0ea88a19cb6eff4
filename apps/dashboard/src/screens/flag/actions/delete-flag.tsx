import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ChangeNote } from '../../../api/change-note.js';
import { useDeleteFlag } from '../../../api/flags.js';
import { requestedAction } from '../../../api/requested-changes.js';
import { useMe } from '../../../api/session.js';
import { needsApproval } from '../../../environment/confirm-in.js';
import { environmentsOn, environmentsServing } from '../../../environment/serve-again.js';
import { ConfirmByTyping } from '../../../feedback/dialogs/confirm-by-typing.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { showDone } from '../../../feedback/toasts/toasts.js';
import { RuledFoot } from '../../../shell/ruled-foot.js';
import { storeDrafts } from '../drafts/stored-drafts.js';
import { texts as all } from '../texts.js';

const texts = all.deleting;

interface Props {
  flag: FlagView;
  project: ProjectView;
  opened: boolean;
  onClose: () => void;
}

/** Deletes a flag. It cannot be undone, so the user types its key first, or requests approval. */
export function DeleteFlag({ flag, project, opened, onClose }: Props) {
  const { environments } = project;
  const remove = useDeleteFlag(flag);
  const navigate = useNavigate();
  const me = useMe();
  const on = environmentsOn(flag.environments, environments).map(({ name }) => name);
  const close = () => {
    remove.reset();
    onClose();
  };
  const send = (note?: ChangeNote) =>
    remove.mutate(note, {
      onSuccess: () => {
        // No client was served an archived flag.
        showDone(texts.done(flag.key), '', ...(flag.archived_at === null ? environments : []));
        storeDrafts(me.id, flag.id, {});
        // Its unsaved changes can no longer be saved.
        void navigate({
          to: '/projects/$projectId/flags',
          params: { projectId: flag.project_id },
          ignoreBlocker: true,
        });
      },
    });
  const serving = environmentsServing([flag], environments);
  const asked = needsApproval(serving);
  const what = (
    <>
      {texts.hint} {on.length > 0 && <strong>{all.archiving.on(on)} </strong>}
      {texts.history}
    </>
  );
  return (
    <>
      <Modal
        opened={opened && asked}
        onClose={unlessBusy(remove.isPending, close)}
        size={480}
        title={texts.title(flag.key)}
      >
        <Stack>
          <Text size="sm">{what}</Text>
          <RuledFoot
            project={project}
            environments={serving}
            requested={requestedAction('delete', [flag.id])}
            action={texts.action}
            change={remove}
            failed={texts.failed}
            onSend={send}
            onClose={close}
          />
        </Stack>
      </Modal>
      <ConfirmByTyping
        opened={opened && !asked}
        onClose={close}
        title={texts.title(flag.key)}
        word={flag.key}
        what={texts.what}
        action={texts.action}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => send()}
      >
        {what}
      </ConfirmByTyping>
    </>
  );
}
