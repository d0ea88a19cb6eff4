import type { EnvironmentView, ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Alert, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { schedulesQuery, useUpdateSchedule } from '../../api/schedules.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { sentenceOf } from '../flag/environments/sentence-of.js';
import { viewersZone } from './local-time.js';
import { ChoiceFields } from './choice-fields.js';
import { decideVerbs } from './decide-verbs.js';
import { usePlanSubmit } from './plan-submit.js';
import { stepsOf, toDraft } from './schedule-draft.js';
import { warnOfFreeze } from './rules-for-steps.js';
import { changesNothing } from './step-changes.js';
import { StepPreview } from './step-preview.js';
import { StepsEditor } from './steps-editor.js';
import { formTexts as texts } from './dialog-texts.js';

interface Props {
  schedule: ScheduleView;
  environment: EnvironmentView;
  role: ProjectView['role'];
  opened: boolean;
  onClose: () => void;
}

/** Edits the waiting steps; finished steps stay. */
export function EditSchedule({ schedule, environment, role, opened, onClose }: Props) {
  const update = useUpdateSchedule(schedule.project_id);
  const guard = useCloseGuard(update.isPending, onClose);
  return (
    <Modal
      opened={opened}
      onClose={guard.close}
      onExitTransitionEnd={update.reset}
      size="lg"
      title={texts.editTitle(schedule.flag_key)}
    >
      <Form
        schedule={schedule}
        environment={environment}
        role={role}
        update={update}
        onTyped={guard.onTyped}
        onClose={onClose}
      />
    </Modal>
  );
}

type FormProps = Omit<Props, 'opened'> & {
  update: ReturnType<typeof useUpdateSchedule>;
  onTyped: (isDirty: boolean) => void;
};

function Form({ schedule: current, environment, role, update, onTyped, onClose }: FormProps) {
  // The version from when the dialog opened: the service refuses the edit if the schedule has changed since.
  const [schedule] = useState(current);
  const [opened] = useState(() => Date.now());
  const [waiting] = useState(() => schedule.steps.filter(({ outcome }) => outcome === null).map(toDraft));
  const [steps, setSteps] = useState(waiting);
  const [name, setName] = useState(schedule.name ?? '');
  const [choices, setChoices] = useState(() => ({ if_changed: schedule.if_changed, if_late: schedule.if_late }));
  const hasOtherSteps = steps !== waiting;
  const request = stepsOf(steps, opened);
  const { id, environment_id: environmentId, flag_key: key, flag_type: type, value } = schedule;
  const { data: schedules } = useQuery(schedulesQuery(schedule.project_id, schedule.flag_id));
  const others = schedules?.filter((one) => one.environment_id === environmentId && one.id !== id);
  const isIdle = hasOtherSteps && request && others && changesNothing(value, request, others);
  const warning = warnOfFreeze(environment, request ?? []);
  const end = usePlanSubmit(
    {
      verbs: decideVerbs(environment, role),
      environment,
      label: texts.save,
      isPending: update.isPending,
      isBlocked: Boolean(isIdle) || (hasOtherSteps && !request),
      onClose,
    },
    (note) =>
      update.mutate(
        { schedule, name: name.trim() || null, ...choices, ...(hasOtherSteps && { steps: request }), note },
        {
          onSuccess: ({ status }) => {
            showDone(status === 'in_review' ? texts.asked(key) : texts.saved);
            onClose();
          },
        },
      ),
  );
  useEffect(() => onTyped(hasOtherSteps || name !== (schedule.name ?? '') || end.isTyped));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.submit();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {update.error && <ErrorNotice error={update.error} title={texts.editFailed} />}
        <StepsEditor steps={steps} now={opened} onChange={setSteps} />
        <Text size="xs" c="dimmed">
          {texts.timeHint(viewersZone())}
        </Text>
        {isIdle && (
          <Alert className="notice-warn" role="status">
            {texts.already(key, schedule.environment_name, sentenceOf(value, type))}
          </Alert>
        )}
        {warning !== undefined && (
          <Alert className="notice-warn" role="status">
            {warning}
          </Alert>
        )}
        {request ? (
          <StepPreview value={value} type={type} steps={request} />
        ) : (
          hasOtherSteps && (
            <Text size="sm" role="status">
              {texts.missing}
            </Text>
          )
        )}
        <TextInput
          label={texts.name}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ChoiceFields choices={choices} onChange={(change) => setChoices({ ...choices, ...change })} />
        {end.shown}
      </Stack>
    </form>
  );
}
