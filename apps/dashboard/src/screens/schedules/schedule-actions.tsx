import type { EnvironmentView, ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { may } from '../../api/projects.js';
import { useActOnSchedule } from '../../api/schedules.js';
import { confirmIn } from '../../environment/confirm-in.js';
import { whyNotIn } from '../../environment/why-not.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { asksToResume, questionToResume } from './question-to-resume.js';
import { ruleAgainst } from './rules-for-steps.js';
import { texts } from './texts.js';

const EditSchedule = lazyDialog(async () => (await import('./edit-schedule.js')).EditSchedule);
const ResumeSchedule = lazyDialog(async () => (await import('./resume-schedule.js')).ResumeSchedule);
const CancelSchedule = lazyDialog(async () => (await import('./cancel-schedule.js')).CancelSchedule);

const DONE = { pause: texts.paused, resume: texts.resumed } as const;

interface Props {
  project: ProjectView;
  environment: EnvironmentView;
  schedule: ScheduleView;
}

/** An editor's actions on an open schedule. */
export function ScheduleActions({ project, environment, schedule }: Props) {
  const act = useActOnSchedule(project.id);
  const [editing, edit] = useDisclosure();
  const [cancelling, cancel] = useDisclosure();
  const [asking, ask] = useDisclosure();
  if (!may(environment.role, 'editor'))
    return (
      <Text size="xs" c="dimmed">
        {whyNotIn(project, environment)}
      </Text>
    );
  const isPaused = schedule.status === 'paused';
  const asks = asksToResume(schedule, environment);
  // The call asks for a missing comment.
  const rule = ruleAgainst(environment, schedule);
  const isHeld = !asks && rule !== undefined && rule !== texts.rules.comment;
  const run = (what: keyof typeof DONE) => () =>
    act.mutate(
      { id: schedule.id, act: what },
      {
        onSuccess: () => showDone(DONE[what]),
        onError: (error) => showFailure(texts.actFailed, error),
      },
    );
  const resume = () => confirmIn(questionToResume(schedule, environment), run('resume'));
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
      {isPaused && !asks && (
        <Text size="xs" c="dimmed">
          {texts.resumeHint}
        </Text>
      )}
      <Group gap="xs">
        {isPaused && button(asks ? texts.ask : texts.resume, asks ? ask.open : () => void resume(), !isHeld)}
        {!isPaused && button(texts.pause, run('pause'))}
        {button(texts.edit, edit.open)}
        {button(texts.cancel, cancel.open)}
      </Group>
      <EditSchedule
        opened={editing}
        schedule={schedule}
        environment={environment}
        role={project.role}
        onClose={edit.close}
      />
      <ResumeSchedule
        opened={asking}
        project={project}
        schedule={schedule}
        environment={environment}
        onClose={ask.close}
      />
      <CancelSchedule opened={cancelling} schedule={schedule} environment={environment} onClose={cancel.close} />
    </>
  );
}
