import type { RequestState } from '@burgee/contracts/http';
import { texts } from '../../../environment/texts.js';
import classes from './flags-table.module.css';

/** Shows that a change waits for approval, with a link to it. */
export function Waits({ projectId, state }: { projectId: string; state: RequestState }) {
  const says = texts.waits(state);
  return (
    <a
      href={`/projects/${projectId}/requests`}
      data-requests
      tabIndex={-1}
      className={`${classes.waits} waits-sign`}
      aria-label={says}
      title={says}
    />
  );
}
