import type { FlagView } from '@burgee/contracts/http';
import { Menu, Text } from '@mantine/core';
import { IconArchive, IconClockPlay, IconPencil, IconTrash } from '@tabler/icons-react';
import { isArchived } from '../../../api/flags.js';
import type { PanelProps } from '../../../feedback/loading/lazy-panel.js';
import { texts } from '../texts.js';

interface Props extends PanelProps {
  flag: FlagView;
  /** Whether the user may change flags of the project, and not only values in some environments. */
  mayEdit: boolean;
  /** Why the user may not change the flag in every environment. */
  whyNot: string | undefined;
  onDescribe: () => void;
  onSchedule: () => void;
  onArchive: () => void;
  onDelete: () => void;
}

/** The actions on a flag, except switching. Only archived flags can be deleted. */
export function MorePanel(props: Props) {
  const { flag, mayEdit, whyNot, opened, onChange, target, onDescribe, onSchedule, onArchive, onDelete } = props;
  const everywhere = {
    disabled: whyNot !== undefined,
    rightSection: whyNot && (
      <Text size="xs" c="dimmed">
        {whyNot}
      </Text>
    ),
  };
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {isArchived(flag) ? (
          <Menu.Item color="pennant" leftSection={<IconTrash size={16} />} {...everywhere} onClick={onDelete}>
            {texts.delete}
          </Menu.Item>
        ) : (
          <>
            {mayEdit && (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={onDescribe}>
                {texts.describe}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconClockPlay size={16} />} onClick={onSchedule}>
              {texts.schedule}
            </Menu.Item>
            <Menu.Item leftSection={<IconArchive size={16} />} {...everywhere} onClick={onArchive}>
              {texts.archive}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
