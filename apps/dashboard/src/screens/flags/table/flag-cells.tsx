import type { EnvironmentView, FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { memo } from 'react';
import { isArchived } from '../../../api/flags.js';
import type { WaitingChanges } from '../../../api/waiting-changes.js';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { FlagSwitch } from '../../../toggle/flag-switch.js';
import type { Flip } from '../../../toggle/flip.js';
import { texts } from '../texts.js';
import { describeCell } from './describe-cell.js';
import classes from './flags-table.module.css';
import { cellName } from './grid-cell.js';
import { Waits } from './waits.js';

interface Props {
  projectId: string;
  flag: FlagSummary;
  columns: readonly EnvironmentView[];
  row: number;
  /** The column of the cell that Tab leads to, if it is in this row. */
  activeColumn: number | undefined;
  /** The environment in which another user changed the flag a moment ago. */
  recentIn: string | null | undefined;
  /** The changes that wait for approval. */
  waiting: WaitingChanges | undefined;
  onFlip: (flip: Flip) => void;
}

/** A cell with a switch for each environment. */
export const FlagCells = memo(function FlagCells(props: Props) {
  const { projectId, flag, columns, row, activeColumn, recentIn, waiting, onFlip } = props;
  if (columns.length === 0)
    return (
      <div role="gridcell">
        <span className={classes.label}>{texts.noEnvironment}</span>
      </div>
    );
  return columns.map((environment, index) => {
    const column = index + 1;
    const value = flag.environments.find(({ environment_id }) => environment_id === environment.id);
    const isRecent = recentIn === environment.id;
    const state = waiting?.get(environment.id);
    return (
      <div key={environment.id} role="gridcell" className={classes.cell} data-recent={isRecent ? true : undefined}>
        <span className={classes.label}>
          <EnvironmentName environment={environment} />
        </span>
        {value && (
          <>
            <FlagSwitch
              flag={flag}
              environment={environment}
              isEnabled={value.is_enabled}
              isArchived={isArchived(flag)}
              tabIndex={activeColumn === column ? 0 : -1}
              cell={cellName({ row, column })}
              onFlip={onFlip}
            />
            {state && <Waits projectId={projectId} state={state} />}
            {!isArchived(flag) && <Aim value={value} type={flag.type} />}
          </>
        )}
      </div>
    );
  });
});

/** Who gets what, unless every user gets the same. The full sentence is the tooltip and what screen readers read. */
function Aim({ value, type }: { value: FlagValueSummary; type: FlagSummary['type'] }) {
  const cell = describeCell(type, value);
  if (!cell) return null;
  const { text, share, says, hasRule } = cell;
  return (
    <span role="img" className={hasRule ? `${classes.aim} rule-sign` : classes.aim} aria-label={says} title={says}>
      {share === undefined ? text : <span className={classes.clip}>{text}</span>}
      {share}
    </span>
  );
}
