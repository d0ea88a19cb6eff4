import type { FlagValueView, FlagView, LatestChange, ProjectView } from '@burgee/contracts/http';
import { Badge, Text } from '@mantine/core';
import { IconShieldLock, IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import { TimeAgo } from '../../feedback/time-ago.js';
import { FlagSwitch } from '../../toggle/flag-switch.js';
import type { Flip } from '../../toggle/use-switch.js';
import { lastChangeOf } from './flag-search.js';
import classes from './flags-table.module.css';

interface Props {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Pixels from the top of the table. */
  offset: number;
  flag: FlagView;
  project: ProjectView;
  latest: LatestChange | undefined;
  canEdit: boolean;
  onFlip: (flip: Flip) => void;
}

export const FlagRow = memo(function FlagRow({ ref, index, offset, flag, project, latest, canEdit, onFlip }: Props) {
  const { id, key, name, type } = flag;
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      className={`${classes.row} ${classes.flag}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <div role="rowheader" className={classes.name}>
        <Link
          to="/projects/$projectId/flags/$flagId"
          params={{ projectId: project.id, flagId: id }}
          className={classes.key}
        >
          {key}
        </Link>
        <span className={classes.about}>
          {name !== key && <span className={classes.clip}>{name}</span>}
          {type !== 'boolean' && (
            <Badge size="xs" variant="default" tt="none">
              {type}
            </Badge>
          )}
        </span>
      </div>
      {project.environments.map((environment) => {
        const value = flag.environments.find(({ environment_id }) => environment_id === environment.id);
        return (
          <div key={environment.id} role="cell" className={classes.cell}>
            <span className={classes.label}>
              {environment.name}
              {environment.protected && <IconShieldLock size={14} aria-label="protected" className={classes.shield} />}
            </span>
            {value && (
              <>
                <FlagSwitch
                  flag={flag}
                  environment={environment}
                  isEnabled={value.is_enabled}
                  canEdit={canEdit}
                  onFlip={onFlip}
                />
                <Aim value={value} />
              </>
            )}
          </div>
        );
      })}
      {project.environments.length === 0 && (
        <div role="cell">
          <span className={classes.label}>No environment</span>
        </div>
      )}
      <div role="cell" className={classes.changed}>
        <Text size="sm" component="span">
          <TimeAgo time={lastChangeOf(flag, latest)} />
        </Text>
        {latest && (
          <Text size="xs" c="dimmed" component="span" className={classes.clip}>
            {latest.user_name}
          </Text>
        )}
      </div>
    </div>
  );
});

/** Who gets it, if that is not everybody. */
function Aim({ value }: { value: FlagValueView }) {
  const { rollout_percentage, targeting_attribute } = value;
  if (rollout_percentage === 100 && targeting_attribute === null) return null;
  return (
    <span className={classes.aim}>
      {rollout_percentage < 100 && <span>{rollout_percentage} %</span>}
      {targeting_attribute !== null && <IconTargetArrow size={15} aria-label="has a rule" />}
    </span>
  );
}
