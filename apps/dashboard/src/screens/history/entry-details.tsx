import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import type { AuditEntryView } from '@burgee/contracts/http';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { exactTime } from '../../feedback/time/time.js';
import { Look } from '../../toggle/look.js';
import { Shown } from '../../toggle/shown.js';
import type { EntryField } from './entry-fields.js';
import classes from './history-screen.module.css';
import { partTexts } from './part-texts.js';

interface Props {
  entry: AuditEntryView;
  fields: readonly EntryField[];
  /** Defined if the user may restore the value. */
  onRestore: (() => void) | undefined;
}

/** The changed fields, and the actions on the entry. */
export const EntryDetails = ({ entry, fields, onRestore }: Props) => (
  <div className={classes.details}>
    {fields.length > 0 && (
      <dl className={classes.fields}>
        {fields.map(({ field, before, after }) => (
          <div key={field} className={classes.field}>
            <dt>{field}</dt>
            <dd>
              {before !== undefined && (
                <del>
                  <Shown text={before} />
                </del>
              )}
              {before !== undefined && after !== undefined && (
                <IconArrowRight size={14} aria-label={partTexts.becomes} />
              )}
              {after !== undefined && (
                <ins>
                  <Shown text={after} />
                </ins>
              )}
              <Look before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    )}
    <div className={classes.foot}>
      {onRestore && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={onRestore}
        >
          {entry.action === 'flag_delete' ? partTexts.bringBack : partTexts.restore}
        </Button>
      )}
      <time dateTime={entry.created_at}>{exactTime(entry.created_at)}</time>
      {entry.run !== null && /^https?:/.test(entry.run) && (
        <Anchor href={entry.run} target="_blank" rel="noopener noreferrer" size="sm">
          {partTexts.run}
        </Anchor>
      )}
      {entry.request_id && (
        <span>
          {partTexts.requestIdIs(entry.request_id)} <CopyAction value={entry.request_id} what={partTexts.requestId} />
        </span>
      )}
    </div>
  </div>
);
