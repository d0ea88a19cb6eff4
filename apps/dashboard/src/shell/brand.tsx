import { Link } from '@tanstack/react-router';
import classes from './shell.module.css';
import { texts } from './texts.js';

export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <img src="/icon.svg" alt="" width={26} height={26} />
      <span className={classes.brandName}>{texts.brand}</span>
    </Link>
  );
}
