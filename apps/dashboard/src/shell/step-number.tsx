import { IconCheck } from '@tabler/icons-react';
import classes from './step-number.module.css';

interface Props {
  number: number;
  /** waiting: another step comes first. */
  state: 'waiting' | 'current' | 'done';
}

/** The number of a step, or a check mark once it is done. */
export const StepNumber = ({ number, state }: Props) => (
  <span className={classes.number} data-state={state} aria-hidden>
    {state === 'done' ? <IconCheck size={18} stroke={2.5} /> : number}
  </span>
);
