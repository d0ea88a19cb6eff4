import type { ReactNode } from 'react';
import classes from './bulk.module.css';

export interface BulkLine {
  id: string;
  key: string;
  /** The changes of the flag. */
  change: ReactNode;
  /** Nothing changes for this flag. */
  isSame?: boolean;
  /** The reason why the service refused this flag. */
  fault?: string | undefined;
}

/** Every flag of a bulk change, with its changes. A list that scrolls must be reachable by keyboard. */
export const BulkList = ({ label, lines }: { label: string; lines: readonly BulkLine[] }) => (
  <ul className={`scrolls-down ${classes.list}`} aria-label={label} tabIndex={0}>
    {lines.map(({ id, key, change, isSame, fault }) => (
      <li key={id} data-same={isSame || undefined}>
        <span className={classes.key}>{key}</span>
        <span className={classes.change}>{change}</span>
        {fault !== undefined && <span className={classes.fault}>{fault}</span>}
      </li>
    ))}
  </ul>
);
