import type { ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { may } from '../../api/projects.js';
import { type ScheduleAct, useActOnSchedule } from '../../api/schedules.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { texts } from './texts.js';

const EditSchedule = whenOpened(async () => (await import('./edit-schedule.js')).EditSchedule);

const DONE = { pause: texts.paused, resume: texts.resumed, cancel: texts.cancelled } as const;

/** What an editor may do with a schedule that has not ended. */
export function ScheduleActions({ project, schedule }: { project: ProjectView; schedule: ScheduleView }) {
  const act = useActOnSchedule(project.id);
  const [editing, edit] = useDisclosure();
  if (!may(project.role, 'editor')) return null;
  const isPaused = schedule.status === 'paused';
  const run = (what: ScheduleAct) => () =>
    act.mutate(
      { id: schedule.id, act: what },
      { onSuccess: () => showDone(DONE[what]), onError: (error) => showFailure(texts.actFailed, error) },
    );
  const button = (what: string, onClick: () => void, isMain = false) => (
    <Button
      size="compact-sm"
      variant={isMain ? 'filled' : 'default'}
      disabled={act.isPending}
      aria-label={texts.named(what, schedule.name ?? schedule.flag_key)}
      onClick={onClick}
    >
      {what}
    </Button>
  );
  return (
    <>
      {isPaused && (
        <Text size="xs" c="dimmed">
          {texts.resumeHint}
        </Text>
      )}
      <Group gap="xs">
        {isPaused ? button(texts.resume, run('resume'), true) : button(texts.pause, run('pause'))}
        {button(texts.edit, edit.open)}
        {button(texts.cancel, run('cancel'))}
      </Group>
      <EditSchedule opened={editing} schedule={schedule} onClose={edit.close} />
    </>
  );
}
