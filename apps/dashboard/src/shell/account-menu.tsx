import { Menu, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { IconBook2, IconLogout, IconSelector, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useSignOut } from '../api/session.js';
import { showFailure } from '../feedback/toasts.js';
import { removeDrafts, hasDrafts } from '../screens/flag/stored-drafts.js';
import { initialsOf } from './initials.js';
import { MenuItemLink } from './links.js';
import classes from './shell.module.css';
import { useColorScheme } from './use-color-scheme.js';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The signed-in user, the color scheme, and signing out. */
export function AccountMenu({ onNavigate }: { onNavigate?: () => void }) {
  const me = useMe();
  const { colorScheme, setColorScheme } = useColorScheme();
  const signOut = useSignOutAndLeave(me.id);
  return (
    <Menu position="top-start" width={250}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <span className={classes.initials} aria-hidden>
            {initialsOf(me.name)}
          </span>
          <span className="visually-hidden">Account of</span>
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label id="color-scheme-label">Appearance</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="color-scheme-label"
          data={[...SCHEMES]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <MenuItemLink to="/account" onClick={onNavigate} leftSection={<IconUser size={16} />}>
          Your account
        </MenuItemLink>
        <Menu.Item component="a" href="/docs/" target="_blank" rel="noopener" leftSection={<IconBook2 size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSignOutAndLeave(userId: string) {
  const { mutate } = useSignOut();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    if (hasDrafts(userId) && !window.confirm('Sign out without saving? Your unsaved changes are lost.')) return;
    mutate(undefined, {
      onSuccess: () =>
        void navigate({ to: '/sign-in' }).then(() => {
          queries.clear();
          removeDrafts();
        }),
      onError: (error) => showFailure('You are still signed in', error),
    });
  };
}
