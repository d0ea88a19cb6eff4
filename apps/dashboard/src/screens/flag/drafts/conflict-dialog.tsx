import type { FlagValueView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { latestValuesQuery } from '../../../api/audit.js';
import { entryOf } from '../../../api/value-author.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { TimeAgo } from '../../../feedback/time/time-ago.js';
import { useLast } from '../../../feedback/dialogs/use-last.js';
import { useNamePeople } from '../../../members/use-name-people.js';
import { type Draft, onTop } from './drafts.js';
import { Versions } from './versions.js';
import { fill } from '../../../feedback/fill.js';
import { texts as all } from '../texts.js';

const texts = all.conflict;

const route = getRouteApi('/inside/projects/$projectId/flags/$flagId');

interface Props {
  opened: boolean;
  type: FlagType;
  row: FlagValueView | undefined;
  draft: Draft | undefined;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}

/** Two users changed the same value: shows both versions and asks which to keep. */
export function ConflictDialog({ opened, type, onTheirs, onMine, onClose, ...current }: Props) {
  const row = useLast(current.row);
  const draft = useLast(current.draft);
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={texts.title(row?.environment_name ?? '')}>
      {row && draft && (
        <Stack>
          <Text size="sm" className="any-text">
            {fill(texts.hint, { who: <Author row={row} />, when: <TimeAgo time={row.updated_at} /> })}
          </Text>
          <Versions type={type} left={[texts.theirs, row]} right={[texts.mine, onTop(draft, row)]} />
          <DialogFoot
            action={texts.keepMine}
            onConfirm={() => {
              onMine();
              onClose();
            }}
            cancel={texts.takeTheirs}
            onCancel={() => {
              onTheirs();
              onClose();
            }}
          />
        </Stack>
      )}
    </Modal>
  );
}

/** The user who saved it, by the history. Queried late, because entries arrive a moment after the change. */
function Author({ row }: { row: FlagValueView }) {
  const { projectId, flagId } = route.useParams();
  const { data: entries } = useQuery({ ...latestValuesQuery(projectId, flagId), staleTime: 0 });
  const author = entryOf(row, entries?.[row.environment_id]);
  const names = useNamePeople(projectId, author ? [{ id: author.user_id, name: author.user_name }] : []);
  return <strong>{names.get(author?.user_id ?? '') ?? texts.someone}</strong>;
}
