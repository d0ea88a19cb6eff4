import type { ProjectView } from '@burgee/contracts/http';
import { useWaitingCount } from '../api/waiting-changes.js';
import { Count } from './count.js';
import { texts } from './texts.js';

/** How many change requests of a project wait for the user. */
export function WaitingCount({ project }: { project: ProjectView }) {
  const count = useWaitingCount(project);
  return <Count count={count} says={texts.waiting(count)} />;
}
