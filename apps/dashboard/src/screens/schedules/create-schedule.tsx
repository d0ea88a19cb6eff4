import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useCreateSchedule } from '../../api/schedules.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { useCloseGuard } from '../../feedback/use-close-guard.js';
import { viewersZone } from './both-times.js';
import { ChoiceFields, type Choices } from './choice-fields.js';
import { type Ramp, RampFields } from './ramp-fields.js';
import { laterToday, newStep, parseShares, rampSteps, type StepDraft, stepsOf } from './schedule-draft.js';
import { StepPreview } from './step-preview.js';
import { StepsEditor } from './steps-editor.js';
import { texts as all } from './texts.js';

const texts = all.form;

interface Props {
  project: ProjectView;
  flag: FlagView;
  opened: boolean;
  onClose: () => void;
}

/** Schedules changes of a flag: one at a time, or a gradual rollout. */
export function CreateSchedule({ project, flag, opened, onClose }: Props) {
  const create = useCreateSchedule(project.id);
  const guard = useCloseGuard(create.isPending, onClose);
  return (
    <Modal
      opened={opened}
      onClose={guard.close}
      onExitTransitionEnd={create.reset}
      size="lg"
      title={texts.title(flag.key)}
    >
      <Form project={project} flag={flag} create={create} onTyped={guard.onTyped} onClose={onClose} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'opened'> & {
  create: ReturnType<typeof useCreateSchedule>;
  onTyped: (isDirty: boolean) => void;
};
type Kind = keyof typeof texts.kinds;

const KINDS = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));
/** Somebody who switched a rollout off by hand does not want it to go on. */
const CHOICES: Record<Kind, Choices> = {
  once: { if_changed: 'run', if_late: 'run' },
  ramp: { if_changed: 'pause', if_late: 'run' },
};

function Form({ project, flag, create, onTyped, onClose }: FormProps) {
  const [opened] = useState(() => Date.now());
  const [environmentId, setEnvironment] = useState(project.environments.at(-1)?.id ?? '');
  const [kind, setKind] = useState<Kind>('once');
  const [name, setName] = useState('');
  const [steps, setSteps] = useState<StepDraft[]>(() => [newStep(laterToday(opened))]);
  const [ramp, setRamp] = useState<Ramp>(() => ({ begin: laterToday(opened), every: 'day', shares: '5, 25, 50, 100' }));
  const [choices, setChoices] = useState(CHOICES.once);
  useEffect(() => onTyped(name !== '' || steps.length > 1));
  const drafts = kind === 'once' ? steps : rampSteps(ramp.begin, parseShares(ramp.shares) ?? [], ramp.every);
  const request = stepsOf(drafts, opened);
  const value = flag.environments.find(({ environment_id }) => environment_id === environmentId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!request) return;
    create.mutate(
      { flagId: flag.id, environmentId, name: name.trim() || null, steps: request, ...choices },
      {
        onSuccess: () => {
          showDone(texts.done(flag.key));
          onClose();
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {create.error && <ErrorNotice error={create.error} title={texts.failed} />}
        <NativeSelect
          label={texts.environment}
          data={project.environments.map(({ id, name: label }) => ({ value: id, label }))}
          value={environmentId}
          onChange={(event) => setEnvironment(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={texts.kind}
          data={KINDS}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen as Kind);
            setChoices(CHOICES[chosen as Kind]);
          }}
        />
        {kind === 'once' ? (
          <StepsEditor steps={steps} onChange={setSteps} />
        ) : (
          <RampFields ramp={ramp} onChange={(change) => setRamp({ ...ramp, ...change })} />
        )}
        <Text size="xs" c="dimmed">
          {texts.timeHint(viewersZone())}
        </Text>
        {request && value ? (
          <StepPreview value={value} steps={request} />
        ) : (
          <Text size="sm" role="status">
            {texts.missing}
          </Text>
        )}
        <TextInput
          label={texts.name}
          placeholder={texts.nameHint}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ChoiceFields choices={choices} onChange={(change) => setChoices({ ...choices, ...change })} />
        <Group justify="flex-end">
          <Button variant="default" disabled={create.isPending} onClick={onClose}>
            {texts.close}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!request}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
