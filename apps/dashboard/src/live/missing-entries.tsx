import type { ProjectView } from '@burgee/contracts/http';
import { Alert } from '@mantine/core';
import { useDeadLetters } from '../api/dead-letters.js';
import { may } from '../api/projects.js';
import { fill } from '../feedback/fill.js';
import { texts } from './texts.js';

/** Tells owners when changes have not reached the history, and what happens next. */
export function MissingEntries({ project: { id, role } }: { project: Pick<ProjectView, 'id' | 'role'> }) {
  const { data } = useDeadLetters(id, may(role, 'owner'));
  if (!data || data.count === 0) return null;
  return (
    <Alert className="notice-warn" title={texts.missing(data.count)} role="status" mb="md">
      {fill(texts.missingHint, { command: <code>npm run outbox -- deliver</code> })}
    </Alert>
  );
}
