import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flagQuery, flagsQuery } from '../api/flags.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { Difference } from '../toggle/difference.js';
import { flagChangesOf } from './flag-changes.js';
import classes from './note-dialog.module.css';
import { texts as all } from './texts.js';

const texts = all.note;

/** The flags of a change, with their differences. */
export function NotedChanges({ projectId, requested }: { projectId: string; requested: RequestedChanges }) {
  const [first, ...others] = requested.changes;
  const isOne = first !== undefined && others.length === 0;
  const { data: flag } = useQuery({ ...flagQuery(first?.flag_id ?? ''), enabled: isOne });
  const { data: listed = [] } = useQuery({ ...flagsQuery(projectId), enabled: false });
  const lines = flagChangesOf(requested, { flag: isOne ? flag : undefined, listed });
  return (
    <ul className={`scrolls-down ${classes.changes}`} aria-label={texts.changes} tabIndex={0}>
      {lines.map(({ key, changes, action }) => (
        <li key={key}>
          <Text size="sm" className={`any-text ${classes.key}`}>
            {key}
          </Text>
          {action && <Text size="sm">{texts.removals[action]}</Text>}
          {changes.length > 0 && <Difference changes={changes} />}
        </li>
      ))}
    </ul>
  );
}
