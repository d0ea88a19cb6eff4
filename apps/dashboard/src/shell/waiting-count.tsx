import type { ProjectView } from '@burgee/contracts/http';
import { useWaitingCount } from '../api/waiting-changes.js';
import { formatNumber } from '../feedback/format.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

/** How many change requests of a project are open. */
export function WaitingCount({ project }: { project: ProjectView }) {
  const count = useWaitingCount(project);
  if (count === 0) return null;
  return (
    <span role="img" className={classes.count} aria-label={texts.waiting(count)}>
      {formatNumber(count)}
    </span>
  );
}
