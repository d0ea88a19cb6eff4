import type { EnvironmentView, FlagView, ProjectView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { latestValuesQuery } from '../../../api/audit.js';
import { editsSome, may } from '../../../api/projects.js';
import { schedulesQuery } from '../../../api/schedules.js';
import { entryOf } from '../../../api/value-author.js';
import { useWaitingChanges } from '../../../api/waiting-changes.js';
import { lazyPart } from '../../../feedback/loading/lazy-part.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { stateOf } from '../../../toggle/value-patch.js';
import type { Drafts } from '../drafts/drafts.js';
import classes from './environment-line.module.css';
import { EnvironmentLine } from './environment-line.js';
import { Matrix } from './matrix.js';

const FlagSchedules = lazyPart(async () => (await import('../../schedules/flag-schedules.js')).FlagSchedules, null);

interface Props {
  project: ProjectView;
  flag: FlagView;
  drafts: Drafts;
  canEdit: boolean;
  onChange: (environmentId: string, patch: Partial<ValueState>) => void;
  onLook: (environmentId: string) => void;
  onCompare: () => void;
}

/** A line for each environment, and what differs between them. */
export function EnvironmentsTab({ project, flag, drafts, canEdit, onChange, onLook, onCompare }: Props) {
  const { data: entries } = useQuery(latestValuesQuery(project.id, flag.id));
  const { data: schedules = [] } = useQuery(schedulesQuery(project.id, flag.id));
  const waiting = useWaitingChanges(project).get(flag.id);
  const rowOf = ({ id }: EnvironmentView) => flag.environments.find(({ environment_id }) => environment_id === id);
  const shown = project.environments.flatMap((environment) => {
    const row = rowOf(environment);
    return row ? [{ environment, row, draft: drafts[environment.id] }] : [];
  });
  return (
    <>
      <div className={`panel ${classes.lines}`}>
        {shown.map(({ environment, row, draft }) => (
          <EnvironmentLine
            key={environment.id}
            flag={flag}
            environment={environment}
            row={row}
            draft={draft}
            waiting={waiting?.get(environment.id)}
            author={entryOf(row, entries?.[environment.id])?.user_name}
            canEdit={canEdit && may(environment.role, 'editor')}
            isViewerHere={editsSome(project) && !may(environment.role, 'editor')}
            onChange={(patch) => onChange(environment.id, patch)}
            onLook={() => onLook(environment.id)}
          />
        ))}
      </div>
      {schedules.length > 0 && <FlagSchedules project={project} schedules={schedules} />}
      {shown.length > 1 && (
        <Matrix
          environments={shown.map(({ environment }) => environment)}
          type={flag.type}
          values={shown.map(({ row, draft }) => draft?.value ?? stateOf(row))}
          onCompare={onCompare}
        />
      )}
    </>
  );
}
