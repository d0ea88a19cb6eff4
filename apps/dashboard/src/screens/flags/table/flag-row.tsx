import type { EnvironmentView, FlagSummary, FlagValueSummary, LatestChange } from '@burgee/contracts/http';
import { memo, type Ref } from 'react';
import { isArchived } from '../../../api/flags.js';
import type { WaitingChanges } from '../../../api/waiting-changes.js';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { CheckBox } from '../../../feedback/check-box.js';
import { ago, exactTime } from '../../../feedback/time.js';
import { useNow } from '../../../feedback/use-now.js';
import type { RecentChange } from '../../../live/recent-changes.js';
import { initialsOf } from '../../../shell/initials.js';
import { FlagSwitch } from '../../../toggle/flag-switch.js';
import type { Flip } from '../../../toggle/use-switch.js';
import { Spark } from '../../../usage/spark.js';
import { describeCell } from './describe-cell.js';
import classes from './flags-table.module.css';
import { cellName } from './grid-cell.js';
import { texts } from '../texts.js';
import { Waits } from './waits.js';

interface Props {
  ref: Ref<HTMLDivElement> | undefined;
  index: number;
  /** Pixels from the top of the table. */
  offset: number;
  projectId: string;
  flag: FlagSummary;
  columns: readonly EnvironmentView[];
  latest: LatestChange | undefined;
  /** When it last changed, by its history or its values. */
  changedAt: string;
  /** How often the flag was evaluated in each of the last hours; undefined without reports. */
  hours: readonly number[] | undefined;
  /** How many of its tags are shown. */
  tagsShown: number;
  /** What another user changed a moment ago. */
  recent: RecentChange | undefined;
  /** The changes that wait for approval. */
  waiting: WaitingChanges | undefined;
  isFavorite: boolean;
  onFavorite: (flagId: string) => void;
  isSelected: boolean;
  /** Undefined: the user may change nothing. */
  onSelect: ((flagId: string, isRange: boolean) => void) | undefined;
  /** The column of the cell that Tab leads to, if it is in this row. */
  activeColumn: number | undefined;
  onFlip: (flip: Flip) => void;
}

export const FlagRow = memo(function FlagRow(props: Props) {
  const {
    ref,
    index,
    offset,
    projectId,
    flag,
    columns,
    latest,
    changedAt,
    hours,
    tagsShown,
    recent,
    waiting,
    isFavorite,
    onFavorite,
    isSelected,
    onSelect,
    activeColumn,
    onFlip,
  } = props;
  const { id, key, name, type, tags, owner_name } = flag;
  const cell = (column: number) => cellName({ row: index, column });
  const tabIndex = (column: number) => (activeColumn === column ? 0 : -1);
  const last = columns.length + 1;
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      data-recent={recent ? true : undefined}
      aria-selected={onSelect && isSelected}
      aria-rowindex={index + 2}
      className={`${classes.row} ${classes.flag}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <div role="rowheader" className={classes.name}>
        {onSelect && (
          <CheckBox
            className={classes.select}
            checked={isSelected}
            tabIndex={-1}
            aria-label={texts.selectFlag(key)}
            onChange={({ nativeEvent }) => onSelect(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        )}
        <a
          href={`/projects/${projectId}/flags/${id}`}
          data-flag={id}
          data-cell={cell(0)}
          tabIndex={tabIndex(0)}
          title={key}
          className={classes.key}
        >
          {key}
        </a>
        <span className={classes.about}>
          {hours && <Spark hours={hours} />}
          {type !== 'boolean' && <span className={classes.type}>{texts.types[type]}</span>}
          {recent && <span className={classes.changer}>{texts.changedBy(recent.who)}</span>}
          {name !== key && (
            <span className={classes.clip} title={name}>
              {name}
            </span>
          )}
          {tags?.slice(0, tagsShown).map((tag) => (
            <span key={tag} className={classes.tag} title={tag}>
              {tag}
            </span>
          ))}
          {tags && tags.length > tagsShown && <MoreTags tags={tags.slice(tagsShown)} />}
        </span>
        <button
          type="button"
          className={classes.favorite}
          aria-pressed={isFavorite}
          aria-label={texts.favorite(key)}
          tabIndex={-1}
          onClick={() => onFavorite(id)}
        />
        {owner_name !== null && owner_name !== undefined && (
          <span role="img" className={classes.owner} aria-label={texts.ownerOf(owner_name)} title={owner_name}>
            {initialsOf(owner_name)}
          </span>
        )}
      </div>
      {columns.map((environment, column) => {
        const value = flag.environments.find(({ environment_id }) => environment_id === environment.id);
        const isRecent = recent?.environmentId === environment.id;
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
                  tabIndex={tabIndex(column + 1)}
                  cell={cell(column + 1)}
                  onFlip={onFlip}
                />
                {state && <Waits projectId={projectId} state={state} />}
                {!isArchived(flag) && <Aim value={value} type={type} />}
              </>
            )}
          </div>
        );
      })}
      {columns.length === 0 && (
        <div role="gridcell">
          <span className={classes.label}>{texts.noEnvironment}</span>
        </div>
      )}
      <LastChange time={changedAt} by={recent?.who ?? latest?.user_name} cell={cell(last)} tabIndex={tabIndex(last)} />
    </div>
  );
});

/** How many further tags there are, and which. */
function MoreTags({ tags }: { tags: readonly string[] }) {
  const says = texts.moreTags(tags);
  return (
    <span role="img" className={`${classes.tag} ${classes.moreTags}`} aria-label={says} title={says}>
      {texts.plus(tags.length)}
    </span>
  );
}

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

interface LastChangeProps {
  time: string;
  by: string | undefined;
  cell: string;
  tabIndex: number;
}

function LastChange({ time, by, cell, tabIndex }: LastChangeProps) {
  return (
    <div role="gridcell" className={classes.changed} data-cell={cell} tabIndex={tabIndex} title={exactTime(time)}>
      <time dateTime={time}>{ago(time, useNow())}</time>
      {by !== undefined && <span className={`${classes.who} ${classes.clip}`}>{by}</span>}
    </div>
  );
}
