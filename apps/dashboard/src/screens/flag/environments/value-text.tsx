import type { FlagType } from '@burgee/contracts/wire';
import { Shown } from '../../../toggle/shown.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import classes from '../flag-screen.module.css';
import { valueLines } from './value-lines.js';

/** A value as text, for users who may not edit it. It omits fields that are not set. */
export const ValueText = ({ value, type }: { value: ValueState; type: FlagType }) => (
  <dl className={classes.facts}>
    {valueLines(value, type).map(
      ({ label, text }) =>
        text !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Shown text={text} />
            </dd>
          </div>
        ),
    )}
  </dl>
);
