import type { AuditEntryView } from '@burgee/contracts/http';
import { IconFlag3, IconFolder, IconKey, IconStack2, IconToggleRight, IconUser } from '@tabler/icons-react';
import { createElement } from 'react';
import classes from './history-screen.module.css';
import { switchedTo } from './switched-to.js';

const ICONS: readonly (readonly [RegExp, typeof IconFlag3])[] = [
  [/_key_rotate$|^token_/, IconKey],
  [/^flag_/, IconFlag3],
  [/^environment_/, IconStack2],
  [/^project_/, IconFolder],
];

function iconOf(entry: AuditEntryView) {
  if (switchedTo(entry) !== undefined) return IconToggleRight;
  return ICONS.find(([pattern]) => pattern.test(entry.action))?.[1] ?? IconUser;
}

/** The kind of change. */
export function EntryIcon({ entry }: { entry: AuditEntryView }) {
  return (
    <span className={classes.icon} data-on={switchedTo(entry)}>
      {createElement(iconOf(entry), { size: 16, stroke: 1.8, 'aria-hidden': true })}
    </span>
  );
}
