import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFlags } from '../../api/flags.js';
import { may } from '../../api/projects.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { byDay } from './by-day.js';
import { EntryRow } from './entry-row.js';
import classes from './history-screen.module.css';

const RestoreDialog = whenOpened(async () => (await import('./restore-dialog.js')).RestoreDialog);
const TELLS_VALUES = new Set(['flag_toggle', 'flag_update']);

/** Entries under the day they were made. */
export function Timeline({ project, entries }: { project: ProjectView; entries: AuditEntryView[] }) {
  const [restoring, setRestoring] = useState<AuditEntryView>();
  const flags = useFlags(project.id);
  const flagIds = useMemo(() => new Set(flags.map(({ id }) => id)), [flags]);
  const environments = Object.fromEntries(project.environments.map(({ id, name }) => [id, name]));
  const canRestore = ({ action, flag_id, environment_id }: AuditEntryView) =>
    may(project.role, 'editor') &&
    TELLS_VALUES.has(action) &&
    flagIds.has(flag_id ?? '') &&
    environments[environment_id ?? ''] !== undefined;
  return (
    <>
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} className={classes.day}>
          <Title order={2} className={classes.date}>
            {day}
          </Title>
          <ol className={`panel ${classes.entries}`}>
            {ofDay.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                environments={environments}
                flagExists={flagIds.has(entry.flag_id ?? '')}
                onRestore={canRestore(entry) ? () => setRestoring(entry) : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
      <RestoreDialog opened={restoring !== undefined} entry={restoring} onClose={() => setRestoring(undefined)} />
    </>
  );
}
