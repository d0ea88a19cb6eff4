import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Alert, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { schedulesQuery, useCreateSchedule } from '../../api/schedules.js';
import { valueIn } from '../../api/value-in.js';
import { firstToChange } from '../../environment/why-not.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { hasShares } from '../../toggle/unconditional-value.js';
import { sentenceOf } from '../flag/environments/sentence-of.js';
import { viewersZone } from './local-time.js';
import { ChoiceFields, type Choices } from './choice-fields.js';
import { decideVerbs } from './decide-verbs.js';
import { EnvironmentField } from './environment-field.js';
import { usePlanSubmit } from './plan-submit.js';
import { type Ramp, RampFields } from './ramp-fields.js';
import { firstDrop, suggestShares } from './ramp-points.js';
import { laterToday, newStep, parseShares, rampSteps, type StepDraft, stepsOf } from './schedule-draft.js';
import { warnOfFreeze } from './rules-for-steps.js';
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
  const [environmentId, setEnvironment] = useState(firstToChange(project.environments)?.id ?? '');
  const environment = project.environments.find(({ id }) => id === environmentId);
  const value = valueIn(flag, environmentId);
  const { data: schedules } = useQuery(schedulesQuery(project.id, flag.id));
  const [kind, setKind] = useState<Kind>('once');
  const [name, setName] = useState('');
  const [steps, setSteps] = useState<StepDraft[]>(() => [
    newStep(laterToday(opened), value?.is_enabled ? 'off' : 'on'),
  ]);
  const [typed, setTyped] = useState<Partial<Ramp>>({});
  const ramp: Ramp = { begin: laterToday(opened), every: 'day', shares: suggestShares(value, flag.type), ...typed };
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const verbs = decideVerbs(environment, project.role);
  // What others approve starts from the value that they saw.
  const choices = { ...CHOICES[kind], ...(verbs.asks && { if_changed: 'pause' as const }), ...chosen };
  const drafts = kind === 'once' ? steps : rampSteps(ramp.begin, parseShares(ramp.shares) ?? [], ramp.every);
  const request = stepsOf(drafts, opened);
  const others = schedules?.filter(({ environment_id }) => environment_id === environmentId);
  const isIdle = value && request && others && changesNothing(value, request, others);
  const drop = kind === 'ramp' && value && hasShares(value, flag.type) ? firstDrop(value, request ?? []) : undefined;
  const warning = environment && warnOfFreeze(environment, request ?? []);
  const end = usePlanSubmit(
    {
      verbs,
      environment,
      label: environment?.protected ? texts.createIn(environment.name) : texts.create,
      isPending: create.isPending,
      isBlocked: !request || !environment || Boolean(isIdle),
      onClose,
    },
    (note) =>
      create.mutate(
        { flagId: flag.id, environmentId, name: name.trim() || null, steps: request ?? [], ...choices, note },
        {
          onSuccess: ({ status }) => {
            showDone(status === 'in_review' ? texts.asked(flag.key) : texts.done(flag.key));
            onClose();
          },
        },
      ),
  );
  useEffect(() => onTyped(name !== '' || steps.length > 1 || end.isTyped));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.submit();
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
          onChange={(next) => {
            setKind(next as Kind);
            setChosen({});
          }}
        />
        {kind === 'once' ? (
          <StepsEditor steps={steps} now={opened} onChange={setSteps} />
        ) : (
          <RampFields ramp={ramp} onChange={(change) => setTyped({ ...typed, ...change })} />
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
        <ChoiceFields choices={choices} onChange={(change) => setChosen({ ...chosen, ...change })} />
        {end.shown}
      </Stack>
    </form>
  );
}
