import type { FlagType } from '@burgee/contracts/wire';
import { Look } from '../../../toggle/look.js';
import { Shown } from '../../../toggle/shown.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { comparedLines } from './compared-lines.js';
import classes from '../flag-screen.module.css';
import { texts } from '../texts.js';

interface Props {
  type: FlagType;
  left: [title: string, value: ValueState];
  right: [title: string, value: ValueState];
}

/** Two values side by side, with differences marked. */
export function Versions({ type, left: [leftTitle, leftValue], right: [rightTitle, rightValue] }: Props) {
  return (
    <table className={classes.versions}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{texts.comparing.field}</span>
          </th>
          <th scope="col">{leftTitle}</th>
          <th scope="col">{rightTitle}</th>
        </tr>
      </thead>
      <tbody>
        {comparedLines(leftValue, rightValue, type).map(({ label, left, right }) => (
          <tr key={label} data-differs={left === right ? undefined : true}>
            <th scope="row">{label}</th>
            <td>
              <Shown text={left ?? texts.lines.none} />
            </td>
            <td>
              <Shown text={right ?? texts.lines.none} />
              {left !== right && <Look before={left} after={right} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
