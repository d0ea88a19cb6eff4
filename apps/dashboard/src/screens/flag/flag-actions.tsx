import type { FlagView } from '@burgee/contracts/http';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconColumns, IconDots, IconHistory, IconUserQuestion } from '@tabler/icons-react';
import { lazyPanel } from '../../feedback/lazy-panel.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { ButtonLink } from '../../shell/links.js';
import { texts } from './texts.js';

const MorePanel = lazyPanel(async () => (await import('./more-panel.js')).MorePanel);
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
        <MorePanel
          flag={flag}
          onDescribe={describe.open}
          onArchive={archive.open}
          onDelete={remove.open}
          target={
            <ActionIcon variant="default" size={36} aria-label={texts.more(flag.key)}>
              <IconDots size={18} />
            </ActionIcon>
          }
        />
      )}
      <DescribeFlag flag={flag} opened={describing} onClose={describe.close} />
      <ArchiveFlag flag={flag} opened={archiving} onClose={archive.close} />
      <DeleteFlag flag={flag} opened={deleting} onClose={remove.close} />
    </>
  );
}
