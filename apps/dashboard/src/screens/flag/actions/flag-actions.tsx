import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { may } from '../../../api/projects.js';
import { whyNotEverywhere } from '../../../environment/why-not.js';
import { lazyPanel } from '../../../feedback/loading/lazy-panel.js';
import { lazyDialog } from '../../../feedback/loading/lazy-dialog.js';
import { useHashAction } from '../../../shell/use-hash-action.js';
import { texts } from '../texts.js';

const MorePanel = lazyPanel(async () => (await import('./more-panel.js')).MorePanel);
const ArchiveFlag = lazyDialog(async () => (await import('./archive-flag.js')).ArchiveFlag);
const DeleteFlag = lazyDialog(async () => (await import('./delete-flag.js')).DeleteFlag);
const CreateSchedule = lazyDialog(async () => (await import('../../schedules/create-schedule.js')).CreateSchedule);
const DescribeFlag = lazyDialog(async () => (await import('./describe-flag.js')).DescribeFlag);

interface Props {
  flag: FlagView;
  project: ProjectView;
}

/** The actions on a whole flag. */
export function FlagActions({ flag, project }: Props) {
  const { role } = project;
  const whyNot = whyNotEverywhere(project);
  const [scheduling, schedule] = useDisclosure();
  const [describing, describe] = useDisclosure();
  const [archiving, archive] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  useHashAction('archive', () => whyNot === undefined && archive.open());
  return (
    <>
      <MorePanel
        flag={flag}
        mayEdit={may(role, 'editor')}
        whyNot={whyNot}
        onDescribe={describe.open}
        onSchedule={schedule.open}
        onArchive={archive.open}
        onDelete={remove.open}
        target={
          <ActionIcon variant="default" size={36} aria-label={texts.more(flag.key)}>
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <DescribeFlag flag={flag} whyNoName={whyNot} opened={describing} onClose={describe.close} />
      <CreateSchedule project={project} flag={flag} opened={scheduling} onClose={schedule.close} />
      <ArchiveFlag flag={flag} project={project} opened={archiving} onClose={archive.close} />
      <DeleteFlag flag={flag} project={project} opened={deleting} onClose={remove.close} />
    </>
  );
}
