import { Text, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useMe } from '../api/session.js';
import { lazyPanel } from '../feedback/loading/lazy-panel.js';
import { initialsOf } from './initials.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

const AccountPanel = lazyPanel(async () => (await import('./account-panel.js')).AccountPanel);

/** The signed-in user, the color scheme, and signing out. */
export function AccountMenu({ onNavigate }: { onNavigate?: () => void }) {
  const me = useMe();
  const target = (
    <UnstyledButton className={classes.account}>
      <span className={classes.initials} aria-hidden>
        {initialsOf(me.name)}
      </span>
      <span className="visually-hidden">{texts.accountOf}</span>
      <span className={classes.who}>
        <Text size="sm" fw={600} truncate>
          {me.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {me.email}
        </Text>
      </span>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
  return <AccountPanel target={target} onNavigate={onNavigate} />;
}
