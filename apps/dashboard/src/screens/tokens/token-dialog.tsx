import type { NewTokenView, TokenView } from '@burgee/contracts/http';
import { Button, Group, Modal, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { createToken, type TokenList } from '../../api/tokens.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { dayAndTime } from '../../feedback/time.js';
import { useCloseGuard } from '../../feedback/use-close-guard.js';
import { useNow } from '../../feedback/use-now.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { texts } from './texts.js';
import {
  CHOSEN_DAYS,
  draftDays,
  draftFaults,
  draftScope,
  endAfter,
  NEW_TOKEN,
  OTHER_DAYS,
  projectToNarrow,
  type TokenDraft,
  toTokenRequest,
} from './token-draft.js';
import { describeScope, namesOf } from './token-scope.js';
import classes from './tokens.module.css';
import { VerbChoice } from './verb-choice.js';

/** What a token can be made of. */
export interface TokenForm {
  kind: TokenView['kind'];
  /** Of a token that belongs to a project. */
  projectId?: string;
  /** Those to choose from. Their environments are known if the reader is a member. */
  projects: readonly { id: string; name: string; environments?: readonly { id: string; name: string }[] }[];
  mayAdminister?: boolean;
}

interface Props extends TokenForm {
  list: TokenList;
  onClose: () => void;
  onMade: (token: NewTokenView) => void;
}

const ENDS = [
  ...CHOSEN_DAYS.map((days) => ({ value: days as string, label: texts.inDays(days) })),
  { value: OTHER_DAYS, label: texts.otherDays },
];
const choicesOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }));

/** Makes a token. Says all the time what it will be able to do. */
export function TokenDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { list } = props;
  const making = useWithProof((draft: TokenDraft) => createToken(list, toTokenRequest(draft, props.projectId)));
  const guard = useCloseGuard(making.isPending, props.onClose);
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={making.reset} title={texts.make}>
      <Form {...props} making={making} onTyped={guard.onTyped} />
    </Modal>
  );
}

interface FormProps extends Props {
  making: ReturnType<typeof useWithProof<TokenDraft, NewTokenView>>;
  onTyped: (isTyped: boolean) => void;
}

/** The refusal of a field is shown at the field. */
const faultsOf = (error: unknown) => {
  const refusal = asApiError(error);
  return {
    name: refusal.faultOf('name'),
    verbs: refusal.faultOf('verbs'),
    projects: refusal.faultOf('projects'),
    environments: refusal.faultOf('environments'),
    days: refusal.faultOf('expires_in_days'),
  };
};
const isAtField = (error: unknown) => Object.values(faultsOf(error)).some((fault) => fault !== undefined);

function Form({ kind, projectId, projects, mayAdminister = false, making, onTyped, onClose, onMade }: FormProps) {
  const form = useForm<TokenDraft>({ initialValues: NEW_TOKEN, validate: draftFaults });
  useEffect(() => onTyped(form.isDirty()));
  const { values } = form;
  const narrowed = projects.find(({ id }) => id === projectToNarrow(values, projectId));
  const days = draftDays(values);
  const now = useNow();
  const does = describeScope(draftScope(values, projectId), kind, namesOf(projects));
  const submit = form.onSubmit((draft) => making.run(draft, onMade, (error) => form.setErrors(faultsOf(error))));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {making.error && !isAtField(making.error) && <ErrorNotice error={making.error} title={texts.failed} />}
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.nameExample}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <VerbChoice mayAdminister={mayAdminister} {...form.getInputProps('verbs')} />
        {projectId === undefined && (
          <MultiSelect
            label={texts.projects}
            description={texts.projectsHint[kind]}
            data={choicesOf(projects)}
            placeholder={values.projects.length === 0 ? texts.all : undefined}
            searchable
            limit={50}
            {...form.getInputProps('projects')}
          />
        )}
        {narrowed?.environments && (
          <MultiSelect
            label={texts.environments}
            description={texts.environmentsHint}
            data={choicesOf(narrowed.environments)}
            placeholder={values.environments.length === 0 ? texts.all : undefined}
            {...form.getInputProps('environments')}
          />
        )}
        <NativeSelect label={texts.ends_in} data={ENDS} {...form.getInputProps('ends')} />
        {values.ends === OTHER_DAYS && (
          <TextInput label={texts.days} inputMode="numeric" autoComplete="off" {...form.getInputProps('days')} />
        )}
        <div className={classes.result} role="status">
          <Text size="xs" c="dimmed">
            {texts.result}
          </Text>
          <Text size="sm" className="any-text">
            {does === ''
              ? texts.nothing
              : days === undefined
                ? does
                : texts.until(does, dayAndTime(endAfter(days, now)))}
          </Text>
          {kind === 'personal' && (
            <Text size="xs" c="dimmed">
              {texts.asFarAs}
            </Text>
          )}
        </div>
        {making.field}
        <Group justify="flex-end">
          <Button variant="default" disabled={making.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={!making.isReady} loading={making.isPending}>
            {texts.make}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
