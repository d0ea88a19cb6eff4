import type { AuditEntryView } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { Hint } from '../../feedback/hint.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { exactTime, timeOfDay } from '../../feedback/time/time.js';
import { labelOf } from '../../toggle/describe-value.js';
import { briefFields } from './brief-fields.js';
import { type EntryField, entryFields } from './entry-fields.js';
import { EntryIcon } from './entry-icon.js';
import classes from './history-screen.module.css';
import { Saying } from './saying.js';
import { switchedTo } from './switched-to.js';
import { texts } from './texts.js';
import type { Line } from './to-lines.js';

const EntryDetails = lazyPart(async () => (await import('./entry-details.js')).EntryDetails, null);

interface Props {
  line: Line;
  /** Names of existing environments, and of people, by id. */
  names: Readonly<Record<string, string>>;
  /** The flags known as deleted. */
  deleted: ReadonlySet<string>;
  mayRestore: (entry: AuditEntryView) => boolean;
  onRestore: (entry: AuditEntryView) => void;
}

/** Author, action and time on one line that opens. */
export const EntryRow = memo(function EntryRow({ line, names, deleted, mayRestore, onRestore }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [entry] = line;
  const isOne = line.length === 1;
  const fieldsOf = (one: AuditEntryView) => entryFields(one, names);
  // The sentence already says everything about a switch.
  const isUntold = ({ field }: EntryField) => switchedTo(entry) === undefined || field !== labelOf('is_enabled');
  const brief = isOne ? briefFields(fieldsOf(entry).filter(isUntold)) : '';
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <EntryIcon entry={entry} />
        <p className={classes.saying}>
          <Saying line={line} deleted={deleted} names={names} />
          {entry.bypass_reason && (
            <span className={classes.brief}>{texts.bypassed(showValue(entry.bypass_reason))}</span>
          )}
          {entry.comment && <span className={classes.brief}>{texts.comment(showValue(entry.comment))}</span>}
          {brief && <span className={classes.brief}>{brief}</span>}
        </p>
        <Hint label={exactTime(entry.created_at)}>
          <time dateTime={entry.created_at} tabIndex={0} className={classes.when}>
            {timeOfDay(entry.created_at)}
          </time>
        </Hint>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={texts.details}
          className={classes.turning}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
      </div>
      {isOpen && (
        <div id={id}>
          {line.map((one) => (
            <div key={one.id}>
              {!isOne && (
                <p className={classes.part}>
                  <Saying line={[one]} deleted={deleted} names={names} />
                </p>
              )}
              <EntryDetails
                entry={one}
                fields={fieldsOf(one)}
                onRestore={mayRestore(one) ? () => onRestore(one) : undefined}
              />
            </div>
          ))}
        </div>
      )}
    </li>
  );
});
