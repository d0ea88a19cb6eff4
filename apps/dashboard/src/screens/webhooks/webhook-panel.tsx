import { Menu } from '@mantine/core';
import type { PanelProps } from '../../feedback/loading/lazy-panel.js';
import { texts } from './texts.js';

interface Props extends PanelProps {
  isEnabled: boolean;
  /** Whether the person who made it has left. */
  lacksAuthor: boolean;
  onEdit: () => void;
  onSwitch: () => void;
  onSecret: () => void;
  onDelete: () => void;
}

/** The menu of a webhook. */
export function WebhookPanel({ opened, onChange, target, isEnabled, lacksAuthor, ...on }: Props) {
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={on.onEdit}>{texts.edit}</Menu.Item>
        {!lacksAuthor && <Menu.Item onClick={on.onSwitch}>{isEnabled ? texts.disable : texts.enable}</Menu.Item>}
        <Menu.Item onClick={on.onSecret}>{lacksAuthor ? texts.vouch : texts.rotate}</Menu.Item>
        <Menu.Item onClick={on.onDelete}>{texts.delete}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
