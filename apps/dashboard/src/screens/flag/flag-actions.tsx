import type { FlagView } from '@burgee/contracts/http';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArchive,
  IconColumns,
  IconDots,
  IconHistory,
  IconPencil,
  IconTrash,
  IconUserQuestion,
} from '@tabler/icons-react';
import { whenOpened } from '../../feedback/when-opened.js';
import { ButtonLink } from '../../shell/links.js';
import { texts } from './texts.js';

const ArchiveFlag = whenOpened(async () => (await import('./archive-flag.js')).ArchiveFlag);
const DeleteFlag = whenOpened(async () => (await import('./delete-flag.js')).DeleteFlag);
const DescribeFlag = whenOpened(async () => (await import('./describe-flag.js')).DescribeFlag);

interface Props {
  flag: FlagView;
  canEdit: boolean;
  onCompare: () => void;
}

/** The actions on a whole flag. */
export function FlagActions({ flag, canEdit, onCompare }: Props) {
  const [describing, describe] = useDisclosure();
  const [archiving, archive] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const isArchived = flag.archived_at !== null;
  return (
    <>
      {flag.environments.length > 1 && (
        <Button variant="default" leftSection={<IconColumns size={18} />} onClick={onCompare}>
          {texts.compare}
        </Button>
      )}
      <ButtonLink
        variant="default"
        to="/projects/$projectId/who"
        params={{ projectId: flag.project_id }}
        search={{ flag: flag.id }}
        leftSection={<IconUserQuestion size={18} aria-hidden />}
      >
        {texts.who}
      </ButtonLink>
      <ButtonLink
        variant="default"
        to="/projects/$projectId/history"
        params={{ projectId: flag.project_id }}
        search={{ flag: flag.id }}
        leftSection={<IconHistory size={18} aria-hidden />}
      >
        {texts.history}
      </ButtonLink>
      {canEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={texts.more(flag.key)}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isArchived ? (
              <Menu.Item color="pennant" leftSection={<IconTrash size={16} />} onClick={remove.open}>
                {texts.delete}
              </Menu.Item>
            ) : (
              <>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={describe.open}>
                  {texts.describe}
                </Menu.Item>
                <Menu.Item leftSection={<IconArchive size={16} />} onClick={archive.open}>
                  {texts.archive}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <DescribeFlag flag={flag} opened={describing} onClose={describe.close} />
      <ArchiveFlag flag={flag} opened={archiving} onClose={archive.close} />
      <DeleteFlag flag={flag} opened={deleting} onClose={remove.close} />
    </>
  );
}
