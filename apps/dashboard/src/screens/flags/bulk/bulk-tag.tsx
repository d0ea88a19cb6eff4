import type { FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Modal, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../../api/api-error.js';
import { useChangeFlags } from '../../../api/flag-changes.js';
import { flagsQuery } from '../../../api/flags.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { showDone, showFailure, showUndo } from '../../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { TagsField } from '../../../tags/tags-field.js';
import { tagsOf } from '../../../tags/tidy-tags.js';
import { BulkList } from './bulk-list.js';
import { faultsByPlace } from './bulk-plan.js';
import { undoTags } from './undo-tags.js';
import { useAskedFlags } from './use-asked-flags.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  flags: readonly FlagSummary[];
  onClose: () => void;
  onDone: () => void;
}

/** Adds tags to many flags, or removes some. */
export function BulkTag({ opened, ...props }: Props & { opened: boolean }) {
  const change = useChangeFlags(props.project.id);
  const flags = useAskedFlags(props.flags, opened, change);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(change.isPending, props.onClose)}
      onExitTransitionEnd={change.reset}
      size="lg"
      title={texts.tagTitle(flags.length)}
    >
      <Question {...props} flags={flags} change={change} />
    </Modal>
  );
}

function Question({ project, flags, change, onClose, onDone }: Props & { change: ReturnType<typeof useChangeFlags> }) {
  const [tags, setTags] = useState<string[]>([]);
  const [adds, setAdds] = useState(true);
  const [isTried, setTried] = useState(false);
  const undoing = useChangeFlags(project.id);
  const { data: every = [] } = useQuery({ ...flagsQuery(project.id), staleTime: Infinity });
  const confirm = () => {
    setTried(true);
    if (tags.length > 0) send();
  };
  const send = () => {
    const undo = undoTags(flags, tags, adds);
    change
      .mutateAsync({ action: adds ? 'tag' : 'untag', flag_ids: flags.map(({ id }) => id), tags })
      .then(({ changed }) => {
        const takeBack = async () => {
          for (const part of undo) await undoing.mutateAsync({ action: adds ? 'untag' : 'tag', ...part });
        };
        showUndo(texts.tagged(changed.length), () =>
          takeBack().then(
            () => showDone(texts.tagsRestored(changed.length)),
            (error: unknown) => showFailure(texts.tagsNotRestored, error),
          ),
        );
        onClose();
        onDone();
      })
      // The dialog shows the error.
      .catch(() => undefined);
  };
  const faults = faultsByPlace(change.error ? asApiError(change.error).problem?.errors : undefined);
  return (
    <Stack>
      <SegmentedControl
        aria-label={texts.tagAction}
        data={[
          { value: 'add', label: texts.addTags },
          { value: 'remove', label: texts.removeTags },
        ]}
        value={adds ? 'add' : 'remove'}
        onChange={(value) => setAdds(value === 'add')}
      />
      <TagsField
        label={texts.tags}
        known={tagsOf(adds ? every : flags)}
        value={tags}
        onChange={setTags}
        error={isTried && tags.length === 0 ? texts.tagMissing : undefined}
        data-autofocus
      />
      <BulkList
        label={texts.flags}
        lines={flags.map((flag, index) => ({
          id: flag.id,
          key: flag.key,
          change: flag.tags.length === 0 ? texts.noTags : flag.tags.join(', '),
          fault: faults.get(index),
        }))}
      />
      <DialogFoot
        action={texts.tagAll(flags.length, adds)}
        onConfirm={confirm}
        onCancel={onClose}
        change={change}
        failed={texts.tagFailed}
      />
    </Stack>
  );
}
