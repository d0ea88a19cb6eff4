import { Link } from '@tanstack/react-router';
import classes from './shell.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <img src="/icon.svg" alt="" width={26} height={26} />
      Burgee
    </Link>
  );
}
