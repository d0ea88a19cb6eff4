import { Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { useNow } from '../../feedback/time/use-now.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { LimitFields } from './limit-fields.js';
import { changesValues, type Faults, projectToNarrow, type ScopeDraft } from './scope-draft.js';
import { texts } from './texts.js';
import classes from './tokens.module.css';
import { VerbChoice } from './verb-choice.js';

interface NamedThing {
  id: string;
  name: string;
}
/** Its environments are known if the reader is a member. */
export type ChoosableProject = NamedThing & { environments?: readonly NamedThing[] };

/** What the form knows of its draft. */
interface DraftRules<Draft extends ScopeDraft> {
  initial: Draft;
  validate: (draft: Draft) => Faults;
  /** The refusals of the fields that the other form lacks. */
  refusals: (refusal: ApiError, draft: Draft) => Faults;
  /** The projects of the draft. Null: all. */
  chosen: (draft: Draft) => readonly string[] | null;
  /** The sentence of what it may do. Empty: nothing. */
  describe: (draft: Draft, now: number) => string;
}

interface Props<Draft extends ScopeDraft, Made> {
  says: {
    make: string;
    failed: string;
    nameExample: string;
    nameHint?: string;
    /** Shown where none is chosen. */
    noEnvironment: string;
    environmentsHint?: string;
    changesHint: string;
    result: string;
    nothing: string;
  };
  rules: DraftRules<Draft>;
  /** The fields that the other form lacks. */
  renderFields: (form: UseFormReturnType<Draft>) => ReactNode;
  projects: readonly ChoosableProject[];
  /** Under the sentence. */
  note?: string | undefined;
  mayAdminister?: boolean;
  make: (draft: Draft) => Promise<Made>;
  onClose: () => void;
  onMade: (made: Made) => void;
}

export const choicesOf = (named: readonly NamedThing[]) => named.map(({ id, name }) => ({ value: id, label: name }));

/** Makes a token, or trusts jobs that get some. Says all the time what the token will be able to do. */
export function ScopeDialog<Draft extends ScopeDraft, Made>({
  opened,
  ...props
}: Props<Draft, Made> & { opened: boolean }) {
  const making = useWithProof(props.make);
  const guard = useCloseGuard(making.isPending, props.onClose);
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={making.reset} title={props.says.make}>
      <Form {...props} making={making} onTyped={guard.onTyped} />
    </Modal>
  );
}

interface FormProps<Draft extends ScopeDraft, Made> extends Props<Draft, Made> {
  making: ReturnType<typeof useWithProof<Draft, Made>>;
  onTyped: (isTyped: boolean) => void;
}

const SHARED = [
  'name',
  'verbs',
  'environments',
  ...['flags', 'tag', 'step', 'changes', 'ask'].map((of) => `limits.${of}`),
];

function Form<Draft extends ScopeDraft, Made>({ making, says, rules, onTyped, ...props }: FormProps<Draft, Made>) {
  const form = useForm<Draft>({ initialValues: rules.initial, validate: rules.validate });
  useEffect(() => onTyped(form.isDirty()));
  const { values } = form;
  const now = useNow();
  const narrowed = props.projects.find(({ id }) => id === projectToNarrow(values, rules.chosen(values)));
  const does = rules.describe(values, now);
  /** The refusal of a field is shown at the field. */
  const refusalsOf = (error: unknown, draft: Draft): Faults => {
    const refusal = asApiError(error);
    const shared = SHARED.map((path) => [path, refusal.faultOf(path.replace('.', '/'))]);
    return { ...Object.fromEntries(shared), ...rules.refusals(refusal, draft) };
  };
  const isAtField =
    making.error !== null && Object.values(refusalsOf(making.error, values)).some((fault) => fault !== undefined);
  const submit = form.onSubmit((draft) =>
    making.run(draft, props.onMade, (error) => form.setErrors(refusalsOf(error, draft))),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {making.error && !isAtField && <ErrorNotice error={making.error} title={says.failed} />}
        <TextInput
          label={texts.name}
          description={says.nameHint}
          placeholder={says.nameExample}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {props.renderFields(form)}
        <VerbChoice mayAdminister={props.mayAdminister ?? false} {...form.getInputProps('verbs')} />
        {narrowed?.environments && (
          <MultiSelect
            label={texts.environments}
            description={says.environmentsHint}
            data={choicesOf(narrowed.environments)}
            placeholder={values.environments.length === 0 ? says.noEnvironment : undefined}
            {...form.getInputProps('environments')}
          />
        )}
        {changesValues(values) && (
          <LimitFields
            limits={values.limits}
            input={(field, options) => form.getInputProps(`limits.${field}`, options)}
            projectId={narrowed?.environments && narrowed.id}
            maySwitch={values.verbs.includes('switch')}
            changesHint={says.changesHint}
          />
        )}
        <div className={classes.result} role="status">
          <Text size="xs" c="dimmed">
            {says.result}
          </Text>
          <Text size="sm" className="any-text">
            {does === '' ? says.nothing : does}
          </Text>
          {props.note !== undefined && (
            <Text size="xs" c="dimmed">
              {props.note}
            </Text>
          )}
        </div>
        {making.field}
        <DialogFoot
          onCancel={props.onClose}
          action={says.make}
          change={{ isPending: making.isPending }}
          disabled={!making.isReady}
        />
      </Stack>
    </form>
  );
}
