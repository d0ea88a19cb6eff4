import type { EnvironmentView, ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Modal } from '@mantine/core';
import type { FormEvent } from 'react';
import { useActOnSchedule } from '../../api/schedules.js';
import { ProtectedQuestion } from '../../environment/protected-question.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { decideVerbs } from './decide-verbs.js';
import { usePlanSubmit } from './plan-submit.js';
import { questionToResume } from './question-to-resume.js';
import { texts } from './texts.js';

interface Props {
  project: Pick<ProjectView, 'role'>;
  schedule: ScheduleView;
  environment: EnvironmentView;
  onClose: () => void;
}

/** Requests approval of a paused plan whose steps have none. Owners can resume it without. */
export function ResumeSchedule({ opened, ...props }: Props & { opened: boolean }) {
  const { schedule, environment, onClose } = props;
  const resume = useActOnSchedule(schedule.project_id);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(resume.isPending, onClose)}
      onExitTransitionEnd={resume.reset}
      size={480}
      title={questionToResume(schedule, environment).title}
    >
      <Question {...props} resume={resume} />
    </Modal>
  );
}

function Question({
  project,
  schedule,
  environment,
  onClose,
  resume,
}: Props & { resume: ReturnType<typeof useActOnSchedule> }) {
  const { changes, effects } = questionToResume(schedule, environment);
  const end = usePlanSubmit(
    {
      verbs: decideVerbs(environment, project.role),
      environment,
      label: texts.resume,
      isPending: resume.isPending,
      isBlocked: false,
      onClose,
    },
    (note) =>
      // Not in callbacks of mutate(): this card may be gone by then.
      void resume.mutateAsync({ id: schedule.id, act: 'resume', note }).then(
        ({ status }) => {
          showDone(status === 'in_review' ? texts.askedApproval : texts.resumed);
          onClose();
        },
        () => undefined,
      ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.submit();
  };
  return (
    <form noValidate onSubmit={submit}>
      <ProtectedQuestion environments={[environment]} changes={changes} effects={effects}>
        {resume.error && <ErrorNotice error={resume.error} title={texts.actFailed} />}
        {end.shown}
      </ProtectedQuestion>
    </form>
  );
}
