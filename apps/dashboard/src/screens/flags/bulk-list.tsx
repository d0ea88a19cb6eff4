import type { ReactNode } from 'react';
import classes from './bulk.module.css';

export interface BulkLine {
  id: string;
  key: string;
  /** What will be different. */
  change: ReactNode;
  /** Nothing changes for this one. */
  isSame?: boolean;
  /** Why the service refused this one. */
  fault?: string | undefined;
}

/** Every flag that a change is about, and what will be different. A list that scrolls has to be reached by keyboard. */
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
