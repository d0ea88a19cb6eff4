import type { ProjectView } from '@burgee/contracts/http';
import { Alert } from '@mantine/core';
import { useDeadLetters } from '../api/dead-letters.js';
import { may } from '../api/projects.js';

/** Tells owners when changes have not reached the history, and what happens next. */
export function MissingEntries({ project: { id, role } }: { project: Pick<ProjectView, 'id' | 'role'> }) {
  const { data } = useDeadLetters(id, may(role, 'owner'));
  if (!data || data.count === 0) return null;
  const title =
    data.count === 1 ? '1 change has not reached the history' : `${data.count} changes have not reached the history`;
  return (
    <Alert className="notice-warn" title={title} role="status" mb="md">
      What was changed is saved and in effect; only the history does not show it. Burgee does not try again by itself.
      Whoever runs this Burgee has to find out why and deliver it with <code>npm run outbox -- deliver</code>. Then the
      history shows it with the time of the change, and this message disappears.
    </Alert>
  );
}
