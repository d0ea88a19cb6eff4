import { IconArrowRight } from '@tabler/icons-react';
import type { FieldChange } from './describe-value.js';
import { Look } from './look.js';
import { Shown } from './shown.js';
import classes from './difference.module.css';
import { texts } from './texts.js';

/** The changes, field by field: before and after. */
export function Difference({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classes.list}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes.line}>
          <dt>{field}</dt>
          <dd>
            <del>
              <Shown text={before} />
            </del>{' '}
            <IconArrowRight size={14} aria-label={texts.becomes} />{' '}
            <ins>
              <Shown text={after} />
            </ins>
            <Look before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
