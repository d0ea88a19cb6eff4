import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';
import { IconFlag3, IconFolder, IconKey, IconStack2, IconToggleRight, IconUser } from '@tabler/icons-react';
import { createElement } from 'react';
import classes from './history-screen.module.css';

const ICONS: readonly (readonly [RegExp, typeof IconFlag3])[] = [
  [/_key_rotate$/, IconKey],
  [/^flag_toggle$/, IconToggleRight],
  [/^flag_/, IconFlag3],
  [/^environment_/, IconStack2],
  [/^project_/, IconFolder],
];

const iconOf = (action: AuditAction) => ICONS.find(([pattern]) => pattern.test(action))?.[1] ?? IconUser;

/** What kind of change it was. */
export function EntryIcon({ entry: { action, new_values } }: { entry: AuditEntryView }) {
  return (
    <span className={classes.icon} data-on={action === 'flag_toggle' && new_values?.is_enabled === true}>
      {createElement(iconOf(action), { size: 16, stroke: 1.8, 'aria-hidden': true })}
    </span>
  );
}
