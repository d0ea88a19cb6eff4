import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { Title } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useRestoreFlag } from '../../api/history.js';
import { may } from '../../api/projects.js';
import { confirmToServe, environmentsOn, type ServedValue } from '../../environment/serve-again.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { byDay } from './by-day.js';
import { EntryRow } from './entry-row.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';
import { toLines } from './to-lines.js';

const RestoreDialog = whenOpened(async () => (await import('./restore-dialog.js')).RestoreDialog);
const TELLS_VALUES = new Set(['flag_toggle', 'flag_update']);
const isDeletion = ({ action }: AuditEntryView) => action === 'flag_delete';

interface Props {
  project: ProjectView;
  entries: readonly AuditEntryView[];
  /** Names of existing environments, and of people, by id. */
  names: Readonly<Record<string, string>>;
  /** The flags that are known to be deleted. */
  deleted: ReadonlySet<string>;
}

/** Entries under the day they were made. */
export function Timeline({ project, entries, names, deleted }: Props) {
  const [restoring, setRestoring] = useState<AuditEntryView>();
  const days = useMemo(() => byDay(toLines(entries), ([{ created_at }]) => created_at), [entries]);
  const canEdit = may(project.role, 'editor');
  const mayRestore = useCallback(
    (entry: AuditEntryView) => {
      const { action, flag_id, environment_id } = entry;
      if (!canEdit || isDeletion(entry)) return canEdit && deleted.has(flag_id ?? '');
      return TELLS_VALUES.has(action) && !deleted.has(flag_id ?? '') && names[environment_id ?? ''] !== undefined;
    },
    [canEdit, deleted, names],
  );
  const { mutateAsync: bringBack } = useRestoreFlag(project.id);
  const restore = useCallback(
    (entry: AuditEntryView) => {
      if (!isDeletion(entry)) return setRestoring(entry);
      const key = entry.flag_key ?? '';
      const send = () =>
        bringBack(entry.flag_id ?? '').then(
          () => showDone(texts.broughtBack(key)),
          (error: unknown) => showFailure(texts.notBroughtBack(key), error),
        );
      const values = (entry.old_values?.environments ?? []) as ServedValue[];
      const on = environmentsOn(values, project.environments);
      void confirmToServe(texts.bringsBack(key), texts.bringBack, on, send);
    },
    [bringBack, project.environments],
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
