import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { may } from '../../api/projects.js';
import { whyNotEverywhere } from '../../environment/why-not.js';
import { loadCode } from '../../feedback/loading/load-code.js';
import { texts as feedbackTexts } from '../../feedback/texts.js';
import { showFailure } from '../../feedback/toasts/toasts.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { byDay } from './by-day.js';
import { EntryRow } from './entry-row.js';
import classes from './history-screen.module.css';
import { toLines } from './to-lines.js';

const RestoreDialog = lazyDialog(async () => (await import('./restore-dialog.js')).RestoreDialog);
const TELLS_VALUES = new Set(['flag_toggle', 'flag_update']);
const isDeletion = ({ action }: AuditEntryView) => action === 'flag_delete';

interface Props {
  project: ProjectView;
  entries: readonly AuditEntryView[];
  /** Names of existing environments, and of people, by id. */
  names: Readonly<Record<string, string>>;
  /** The flags known as deleted. */
  deleted: ReadonlySet<string>;
}

/** Entries by day. */
export function Timeline({ project, entries, names, deleted }: Props) {
  const [restoring, setRestoring] = useState<AuditEntryView>();
  const days = useMemo(() => byDay(toLines(entries), ([{ created_at }]) => created_at), [entries]);
  const editsAll = whyNotEverywhere(project) === undefined;
  const mayRestore = useCallback(
    (entry: AuditEntryView) => {
      const { action, flag_id, environment_id } = entry;
      if (isDeletion(entry)) return editsAll && deleted.has(flag_id ?? '');
      const environment = project.environments.find(({ id }) => id === environment_id);
      if (environment && !may(environment.role, 'editor')) return false;
      return TELLS_VALUES.has(action) && !deleted.has(flag_id ?? '') && names[environment_id ?? ''] !== undefined;
    },
    [editsAll, deleted, names, project.environments],
  );
  const queries = useQueryClient();
  const restore = useCallback(
    (entry: AuditEntryView) => {
      if (!isDeletion(entry)) return setRestoring(entry);
      void loadCode(() => import('./bring-back.js')).then(
        (loaded) => loaded.bringBack(queries, entry, project.environments),
        (error: unknown) => showFailure(feedbackTexts.openFailed, error),
      );
    },
    [queries, project.environments],
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
                names={names}
                deleted={deleted}
                mayRestore={mayRestore}
                onRestore={restore}
              />
            ))}
          </ol>
        </section>
      ))}
      <RestoreDialog opened={restoring !== undefined} entry={restoring} onClose={() => setRestoring(undefined)} />
    </>
  );
}
