import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { schedulesQuery, useCreateSchedule } from '../../api/schedules.js';
import { valueIn } from '../../api/value-in.js';
import { firstUnprotected } from '../../environment/first-unprotected.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { useCloseGuard } from '../../feedback/use-close-guard.js';
import { hasShares } from '../../toggle/unconditional-value.js';
import { sentenceOf } from '../flag/sentence-of.js';
import { viewersZone } from './local-time.js';
import { ChoiceFields, type Choices } from './choice-fields.js';
import { EnvironmentField } from './environment-field.js';
import { type Ramp, RampFields } from './ramp-fields.js';
import { firstDrop } from './ramp-points.js';
import { laterToday, newStep, parseShares, rampSteps, type StepDraft, stepsOf } from './schedule-draft.js';
import { warnOfRules } from './rules-for-steps.js';
import { changesNothing } from './step-changes.js';
import { StepPreview } from './step-preview.js';
import { StepsEditor } from './steps-editor.js';
import { formTexts as texts } from './dialog-texts.js';

interface Props {
  project: ProjectView;
  flag: FlagView;
  opened: boolean;
  onClose: () => void;
}

/** Schedules changes of a flag: single ones, or a gradual rollout. */
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
/** A user who switches a rollout off by hand wants it to stop. */
const CHOICES: Record<Kind, Choices> = {
  once: { if_changed: 'run', if_late: 'run' },
  ramp: { if_changed: 'pause', if_late: 'run' },
};

function Form({ project, flag, create, onTyped, onClose }: FormProps) {
  const [opened] = useState(() => Date.now());
  const [environmentId, setEnvironment] = useState(firstUnprotected(project.environments)?.id ?? '');
  const environment = project.environments.find(({ id }) => id === environmentId);
  const value = valueIn(flag, environmentId);
  const { data: schedules } = useQuery(schedulesQuery(project.id, flag.id));
  const [kind, setKind] = useState<Kind>('once');
  const [name, setName] = useState('');
  const [steps, setSteps] = useState<StepDraft[]>(() => [
    newStep(laterToday(opened), value?.is_enabled ? 'off' : 'on'),
  ]);
  const [ramp, setRamp] = useState<Ramp>(() => ({ begin: laterToday(opened), every: 'day', shares: '5, 25, 50, 100' }));
  const [choices, setChoices] = useState(CHOICES.once);
  useEffect(() => onTyped(name !== '' || steps.length > 1));
  const drafts = kind === 'once' ? steps : rampSteps(ramp.begin, parseShares(ramp.shares) ?? [], ramp.every);
  const request = stepsOf(drafts, opened);
  const others = schedules?.filter(({ environment_id }) => environment_id === environmentId);
  const isIdle = value && request && others && changesNothing(value, request, others);
  const drop = kind === 'ramp' && value && hasShares(value, flag.type) ? firstDrop(value, request ?? []) : undefined;
  const warning = environment && warnOfRules(environment, request ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!request || !environment || isIdle) return;
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
        <EnvironmentField environments={project.environments} environment={environment} onChange={setEnvironment} />
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
          <StepsEditor steps={steps} now={opened} onChange={setSteps} />
        ) : (
          <RampFields ramp={ramp} onChange={(change) => setRamp({ ...ramp, ...change })} />
        )}
        <Text size="xs" c="dimmed">
          {texts.timeHint(viewersZone())}
        </Text>
        {isIdle && (
          <Alert className="notice-warn" role="status">
            {texts.already(flag.key, environment?.name ?? '', sentenceOf(value, flag.type))}
          </Alert>
        )}
        {warning !== undefined && (
          <Alert className="notice-warn" role="status">
            {warning}
          </Alert>
        )}
        {drop && (
          <Alert className="notice-warn" role="status">
            {texts.drops(drop.now, drop.first)}
          </Alert>
        )}
        {request && value && <StepPreview value={value} type={flag.type} steps={request} />}
        {!request && (
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
          <Button type="submit" loading={create.isPending} disabled={!request || !environment || isIdle}>
            {environment?.protected ? texts.createIn(environment.name) : texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
