import type { FlagSummary } from '@burgee/contracts/http';
import { memo } from 'react';
import { CheckBox } from '../../../feedback/check-box.js';
import { showDay } from '../../../kinds/kinds.js';
import { texts as kindTexts } from '../../../kinds/texts.js';
import { useNow } from '../../../feedback/time/use-now.js';
import { initialsOf } from '../../../shell/initials.js';
import { Spark } from '../../../usage/spark.js';
import { isEnded } from '@burgee/contracts/plain';
import { texts } from '../texts.js';
import classes from './flags-table.module.css';
import { cellName } from './grid-cell.js';

interface Props {
  projectId: string;
  flag: FlagSummary;
  row: number;
  /** Whether Tab leads here. */
  isActive: boolean;
  /** How often the flag was evaluated in each of the last hours; undefined without reports. */
  hours: readonly number[] | undefined;
  /** The user who changed it a moment ago. */
  changer: string | undefined;
  /** How many of its tags are shown. */
  tagsShown: number;
  isFavorite: boolean;
  /** Undefined: the user may select nothing. */
  isSelected: boolean | undefined;
  on: FlagActions;
}

/** What a user can do with a flag at its name. The object stays the same. */
export interface FlagActions {
  select: (flagId: string, isRange: boolean) => void;
  favorite: (flagId: string) => void;
}

/** The head of a row. */
export const FlagName = memo(function FlagName(props: Props) {
  const { projectId, flag, row, isActive, hours, changer, tagsShown, isFavorite, isSelected, on } = props;
  const { id, key, name, type, tags, owner_name, kind, ends_on } = flag;
  return (
    <div role="rowheader" className={classes.name}>
      {isSelected !== undefined && (
        <CheckBox
          className={classes.select}
          checked={isSelected}
          tabIndex={-1}
          aria-label={texts.selectFlag(key)}
          onChange={({ nativeEvent }) => on.select(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      )}
      <a
        href={`/projects/${projectId}/flags/${id}`}
        data-flag={id}
        data-cell={cellName({ row, column: 0 })}
        tabIndex={isActive ? 0 : -1}
        title={key}
        className={classes.key}
      >
        {key}
      </a>
      <span className={classes.about}>
        {hours && <Spark hours={hours} />}
        {type !== 'boolean' && <span className={classes.type}>{texts.types[type]}</span>}
        {kind && <span className={classes.type}>{kindTexts.kinds[kind]}</span>}
        {ends_on && <EndDate day={ends_on} />}
        {changer !== undefined && <span className={classes.changer}>{texts.changedBy(changer)}</span>}
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
        onClick={() => on.favorite(id)}
      />
      {owner_name !== null && owner_name !== undefined && (
        <span role="img" className={classes.owner} aria-label={texts.ownerOf(owner_name)} title={owner_name}>
          {initialsOf(owner_name)}
        </span>
      )}
    </div>
  );
});

function EndDate({ day }: { day: string }) {
  const isPast = isEnded(day, useNow());
  return (
    <span className={isPast ? `${classes.type} ${classes.ended}` : classes.type}>
      {kindTexts[isPast ? 'ended' : 'ends'](showDay(day))}
    </span>
  );
}

/** How many further tags there are, and which. */
function MoreTags({ tags }: { tags: readonly string[] }) {
  const says = texts.moreTags(tags);
  return (
    <span role="img" className={`${classes.tag} ${classes.moreTags}`} aria-label={says} title={says}>
      {texts.plus(tags.length)}
    </span>
  );
}
