import { describeLook } from './describe-look.js';
import classes from './look-hints.module.css';

export const LookHints = ({ before, after }: { before: string | undefined; after: string | undefined }) =>
  describeLook(before, after).map((hint) => (
    <span key={hint} className={classes.look}>
      {hint}
    </span>
  ));
