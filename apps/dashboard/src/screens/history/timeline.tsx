import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { Title } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { may } from '../../api/projects.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { byDay } from './by-day.js';
import { EntryRow } from './entry-row.js';
import classes from './history-screen.module.css';
import { toLines } from './to-lines.js';

const RestoreDialog = whenOpened(async () => (await import('./restore-dialog.js')).RestoreDialog);
const TELLS_VALUES = new Set(['flag_toggle', 'flag_update']);

interface Props {
  project: ProjectView;
  entries: readonly AuditEntryView[];
  /** Names of existing environments, by id. */
  environments: Readonly<Record<string, string>>;
  /** The flags that are known to be deleted. */
  deleted: ReadonlySet<string>;
}

/** Entries under the day they were made. */
export function Timeline({ project, entries, environments, deleted }: Props) {
  const [restoring, setRestoring] = useState<AuditEntryView>();
  const days = useMemo(() => byDay(toLines(entries), ([{ created_at }]) => created_at), [entries]);
  const canEdit = may(project.role, 'editor');
  const mayRestore = useCallback(
    ({ action, flag_id, environment_id }: AuditEntryView) =>
      canEdit &&
      TELLS_VALUES.has(action) &&
      !deleted.has(flag_id ?? '') &&
      environments[environment_id ?? ''] !== undefined,
    [canEdit, deleted, environments],
  );
  return (
    <>
      {days.map(([day, lines]) => (
        <section key={day} className={classes.day}>
          <Title order={2} className={classes.date}>
            {day}
          </Title>
          <ol className={`panel ${classes.entries}`}>
            {lines.map((line) => (
              <EntryRow
                key={line[0].id}
                line={line}
                environments={environments}
                deleted={deleted}
                mayRestore={mayRestore}
                onRestore={setRestoring}
              />
            ))}
          </ol>
        </section>
      ))}
      <RestoreDialog opened={restoring !== undefined} entry={restoring} onClose={() => setRestoring(undefined)} />
    </>
  );
}
