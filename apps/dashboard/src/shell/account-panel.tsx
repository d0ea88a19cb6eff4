import { Menu, SegmentedControl } from '@mantine/core';
import { IconApi, IconBook2, IconLogout, IconUser } from '@tabler/icons-react';
import type { PanelProps } from '../feedback/loading/lazy-panel.js';
import { useSignOutAndLeave } from '../session/use-sign-out-and-leave.js';
import { MenuItemLink } from './menu-item-link.js';
import { useColorScheme } from './use-color-scheme.js';
import { texts } from './texts.js';

const SCHEMES = Object.entries(texts.schemes).map(([value, label]) => ({ value, label }));

/** The color scheme, and signing out. */
export function AccountPanel({ opened, onChange, target, onNavigate }: PanelProps & { onNavigate?: () => void }) {
  const { colorScheme, setColorScheme } = useColorScheme();
  const signOut = useSignOutAndLeave();
  return (
    <Menu position="top-start" width="target" opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label id="color-scheme-label">{texts.appearance}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="color-scheme-label"
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <MenuItemLink to="/account" onClick={onNavigate} leftSection={<IconUser size={16} />}>
          {texts.account}
        </MenuItemLink>
        <Menu.Item component="a" href="/guide/" target="_blank" rel="noopener" leftSection={<IconBook2 size={16} />}>
          {texts.guide}
        </Menu.Item>
        <Menu.Item component="a" href="/docs/" target="_blank" rel="noopener" leftSection={<IconApi size={16} />}>
          {texts.reference}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
