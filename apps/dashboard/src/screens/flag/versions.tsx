import type { FlagType } from '@burgee/contracts/wire';
import type { ValueState } from '../../toggle/unconditional-value.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';
import { valueLines } from './value-lines.js';

interface Props {
  type: FlagType;
  left: [title: string, value: ValueState];
  right: [title: string, value: ValueState];
}

/** Two values side by side, with differences marked. What neither has is left out. */
export function Versions({ type, left: [leftTitle, leftValue], right: [rightTitle, rightValue] }: Props) {
  const right = valueLines(rightValue, type);
  const lines = valueLines(leftValue, type).map(({ label, text }, index) => ({
    label,
    left: text,
    right: right[index]?.text,
  }));
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
        {lines
          .filter((line) => line.left !== undefined || line.right !== undefined)
          .map((line) => (
            <tr key={line.label} data-differs={line.left === line.right ? undefined : true}>
              <th scope="row">{line.label}</th>
              <td>{line.left ?? texts.lines.none}</td>
              <td>{line.right ?? texts.lines.none}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
