import type { ProjectView, TrustView } from '@burgee/contracts/http';
import type { TrustProvider } from '@burgee/contracts/wire';
import { Button, Group, Modal, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { createTrust } from '../../api/trusts.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { useCloseGuard } from '../../feedback/use-close-guard.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { describeScope, namesOf } from '../tokens/token-scope.js';
import tokens from '../tokens/tokens.module.css';
import { VerbChoice } from '../tokens/verb-choice.js';
import { texts } from './texts.js';
import {
  mayNarrow,
  newTrust,
  PRESETS,
  toTrustRequest,
  type TrustDraft,
  trustFaults,
  trustScope,
  withProvider,
} from './trust-draft.js';

interface Props {
  project: ProjectView;
  onClose: () => void;
  onMade: (trust: TrustView) => void;
}

const PROVIDERS = Object.entries(texts.providers).map(([value, label]) => ({ value, label }));

/** Names the CI jobs that get tokens of a project. */
export function TrustDialog({ opened, ...props }: Props & { opened: boolean }) {
  const making = useWithProof((draft: TrustDraft) => createTrust(props.project.id, toTrustRequest(draft)));
  const guard = useCloseGuard(making.isPending, props.onClose);
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={making.reset} title={texts.add}>
      <Form {...props} making={making} onTyped={guard.onTyped} />
    </Modal>
  );
}

interface FormProps extends Props {
  making: ReturnType<typeof useWithProof<TrustDraft, TrustView>>;
  onTyped: (isTyped: boolean) => void;
}

/** The refusal of a field is shown at the field. A missing claim of a scope has no field of its own name. */
function faultsOf(error: unknown, { provider, scope }: TrustDraft) {
  const refusal = asApiError(error);
  const id = refusal.faultOf(`claims/${PRESETS[provider].id}`);
  return {
    name: refusal.faultOf('name'),
    issuer: refusal.faultOf('issuer'),
    audience: refusal.faultOf('audience'),
    id,
    value: refusal.faultOf(`claims/${scope}`) ?? (id === undefined ? refusal.faultOf('claims') : undefined),
    verbs: refusal.faultOf('verbs'),
    environments: refusal.faultOf('environments'),
  };
}

function Form({ project, making, onTyped, onClose, onMade }: FormProps) {
  const form = useForm({ initialValues: newTrust(window.location.origin), validate: trustFaults });
  useEffect(() => onTyped(form.isDirty()));
  const { values } = form;
  const { scopes } = PRESETS[values.provider];
  const does = describeScope(trustScope(values, project.id), 'service', namesOf([project]));
  const isAtField =
    making.error !== null && Object.values(faultsOf(making.error, values)).some((fault) => fault !== undefined);
  const submit = form.onSubmit((draft) => making.run(draft, onMade, (error) => form.setErrors(faultsOf(error, draft))));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {making.error && !isAtField && <ErrorNotice error={making.error} title={texts.failed} />}
        <TextInput
          label={texts.name}
          placeholder={texts.nameExample}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={texts.provider}
          data={PROVIDERS}
          value={values.provider}
          onChange={(event) => form.setValues(withProvider(values, event.currentTarget.value as TrustProvider))}
        />
        <TextInput
          label={texts.issuer}
          description={texts.issuerHint[values.provider]}
          type="url"
          autoComplete="off"
          maxLength={300}
          {...form.getInputProps('issuer')}
        />
        <TextInput
          label={texts.audience}
          description={texts.audienceHint}
          autoComplete="off"
          maxLength={300}
          {...form.getInputProps('audience')}
        />
        <TextInput label={texts.id[values.provider]} autoComplete="off" maxLength={300} {...form.getInputProps('id')} />
        {scopes.length > 0 && (
          <>
            <NativeSelect
              label={texts.scope}
              data={scopes.map((value) => ({ value, label: texts.scopes[value] ?? value }))}
              {...form.getInputProps('scope')}
            />
            <TextInput
              label={texts.value}
              placeholder={texts.values[values.scope]}
              autoComplete="off"
              maxLength={300}
              {...form.getInputProps('value')}
            />
          </>
        )}
        <VerbChoice mayAdminister={false} {...form.getInputProps('verbs')} />
        {mayNarrow(values) && (
          <MultiSelect
            label={texts.environments}
            description={texts.environmentsHint}
            data={project.environments.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={values.environments.length === 0 ? texts.all : undefined}
            {...form.getInputProps('environments')}
          />
        )}
        <div className={tokens.result} role="status">
          <Text size="xs" c="dimmed">
            {texts.result}
          </Text>
          <Text size="sm" className="any-text">
            {does === '' ? texts.nothing : texts.sentence(does)}
          </Text>
        </div>
        {making.field}
        <Group justify="flex-end">
          <Button variant="default" disabled={making.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={!making.isReady} loading={making.isPending}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
