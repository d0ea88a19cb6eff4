import { fieldText, labelOf, SHOWN_FIELDS, shownState } from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

interface Props {
  left: [title: string, value: ValueState];
  right: [title: string, value: ValueState];
}

/** Two values side by side, with differences marked. */
export function Versions({ left: [leftTitle, leftValue], right: [rightTitle, rightValue] }: Props) {
  const [left, right] = [shownState(leftValue), shownState(rightValue)];
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
        {SHOWN_FIELDS.map((field) => (
          <tr key={field} data-differs={left[field] === right[field] ? undefined : true}>
            <th scope="row">{labelOf(field)}</th>
            <td>{fieldText(field, left[field])}</td>
            <td>{fieldText(field, right[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
