import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '../../api/audit.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { timeOfDay } from '../../feedback/time/time.js';
import { useNow } from '../../feedback/time/use-now.js';
import { AnchorLink } from '../../shell/links.js';
import { deletedFlags } from '../history/deleted-flags.js';
import { Saying } from '../history/saying.js';
import { toLines } from '../history/to-lines.js';
import { useNames } from '../history/use-names.js';
import { startOfDay } from './home-items.js';
import classes from './home.module.css';
import { Part } from './part.js';
import { texts } from './texts.js';

const SHOWN = 8;
const NONE: AuditEntryView[] = [];

/** The latest changes since midnight. */
export function Today({ project }: { project: ProjectView }) {
  const from = startOfDay(useNow());
  const { data, error, refetch } = useKeptError(useInfiniteQuery(auditQuery(project.id, { from })));
  const entries = data?.pages[0]?.items ?? NONE;
  const names = useNames(project, entries);
  const deleted = deletedFlags(entries);
  const rows =
    data &&
    toLines(entries)
      .slice(0, SHOWN)
      .map((line) => (
        <li key={line[0].id} className={classes.row}>
          <div className={classes.says}>
            <Saying line={line} deleted={deleted} names={names} />
          </div>
          <time dateTime={line[0].created_at} className={classes.time}>
            {timeOfDay(line[0].created_at)}
          </time>
        </li>
      ));
  return (
    <Part
      title={texts.today}
      link={
        <AnchorLink to="/projects/$projectId/history" params={{ projectId: project.id }} size="sm">
          {texts.history}
        </AnchorLink>
      }
      empty={texts.nothingToday}
      rows={rows}
      failure={error ? { title: texts.historyFailed, error, onRetry: () => void refetch() } : undefined}
    />
  );
}
