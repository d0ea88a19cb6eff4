import type { FlagType } from '@burgee/contracts/wire';
import { fieldText, labelOf } from '../../../toggle/describe-value.js';
import { hasCondition, type ValueState } from '../../../toggle/unconditional-value.js';
import { valueLines } from '../environments/value-lines.js';

interface ComparedLine {
  label: string;
  /** Undefined: there is none. */
  left: string | undefined;
  right: string | undefined;
}

/** Whether a line says for how many of the users a value is. Where it has a rule, or is not there, the percentage waits. */
const tellsShare = (value: ValueState) => value.targeting_return_value !== null && !hasCondition(value);

/** Two values line by line. What neither has is left out; a percentage that differs is not, whether it has an effect or not. */
export function comparedLines(left: ValueState, right: ValueState, type: FlagType): ComparedLine[] {
  const others = valueLines(right, type);
  const lines = valueLines(left, type).map(({ label, text }, index) => ({
    label,
    left: text,
    right: others[index]?.text,
  }));
  const isUntold =
    type !== 'boolean' &&
    left.rollout_percentage !== right.rollout_percentage &&
    !(tellsShare(left) && tellsShare(right));
  const rollout = {
    label: labelOf('rollout_percentage'),
    left: fieldText('rollout_percentage', left.rollout_percentage),
    right: fieldText('rollout_percentage', right.rollout_percentage),
  };
  return [...lines, ...(isUntold ? [rollout] : [])].filter(
    (line) => line.left !== undefined || line.right !== undefined,
  );
}
