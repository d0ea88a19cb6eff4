import { Menu } from '@mantine/core';
import { IconPencil, IconPower, IconSnowflake, IconTrash } from '@tabler/icons-react';
import type { PanelProps } from '../../feedback/loading/lazy-panel.js';
import { texts } from './texts.js';

interface Props extends PanelProps {
  onEdit: () => void;
  onRules: () => void;
  onLinks: () => void;
  onDelete: () => void;
}

/** An admin's actions on an environment. */
export const CardMenuPanel = ({ opened, onChange, target, onEdit, onRules, onLinks, onDelete }: Props) => (
  <Menu position="bottom-end" opened={opened} onChange={onChange}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {texts.edit}
      </Menu.Item>
      <Menu.Item leftSection={<IconSnowflake size={16} />} onClick={onRules}>
        {texts.rules.open}
      </Menu.Item>
      <Menu.Item leftSection={<IconPower size={16} />} onClick={onLinks}>
        {texts.switchOffLinks}
      </Menu.Item>
      <Menu.Item color="pennant" leftSection={<IconTrash size={16} />} onClick={onDelete}>
        {texts.delete}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
