import type { FlagView } from '@burgee/contracts/http';
import { Menu } from '@mantine/core';
import { IconArchive, IconClockPlay, IconPencil, IconTrash } from '@tabler/icons-react';
import { isArchived } from '../../api/flags.js';
import type { PanelProps } from '../../feedback/lazy-panel.js';
import { texts } from './texts.js';

interface Props extends PanelProps {
  flag: FlagView;
  onDescribe: () => void;
  onSchedule: () => void;
  onArchive: () => void;
  onDelete: () => void;
}

/** The actions on a flag, except switching. Only archived flags can be deleted. */
export function MorePanel({ flag, opened, onChange, target, onDescribe, onSchedule, onArchive, onDelete }: Props) {
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {isArchived(flag) ? (
          <Menu.Item color="pennant" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            {texts.delete}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onDescribe}>
              {texts.describe}
            </Menu.Item>
            <Menu.Item leftSection={<IconClockPlay size={16} />} onClick={onSchedule}>
              {texts.schedule}
            </Menu.Item>
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={onArchive}>
              {texts.archive}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
