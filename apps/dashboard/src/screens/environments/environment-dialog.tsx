import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Group, Modal, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useCreateEnvironment, useUpdateEnvironment } from '../../api/environments.js';
import { ColorSelect } from '../../environment/color-select.js';
import { texts as colorTexts } from '../../environment/texts.js';
import { ProtectedQuestion } from '../../environment/protected-question.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import {
  BLANK,
  draftFaults,
  draftOf,
  type EnvironmentDraft,
  refusedFields,
  toCreateRequest,
  toUpdateRequest,
} from './environment-draft.js';
import { environmentChanges, environmentEffects } from './environment-changes.js';
import { listRules } from './list-rules.js';
import { texts as all } from './texts.js';

const texts = all.form;

interface Props {
  projectId: string;
  /** The environment to edit; undefined to create one. */
  environment?: EnvironmentView;
  /** Opens the change rules of the environment instead. */
  onRules?: () => void;
  /** The environments whose values a new one can start with. */
  sources?: readonly Pick<EnvironmentView, 'id' | 'name'>[];
  onClose: () => void;
}

/** Creates or changes an environment. */
export function EnvironmentDialog({ opened, ...props }: Props & { opened: boolean }) {
  const saving = useSave(props.projectId, props.environment?.id);
  const guard = useCloseGuard(saving.isPending, props.onClose);
  return (
    <Modal
      opened={opened}
      onClose={guard.close}
      onExitTransitionEnd={saving.reset}
      title={props.environment ? texts.editTitle : texts.newTitle}
    >
      <EnvironmentForm {...props} saving={saving} onTyped={guard.onTyped} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'projectId'> & {
  saving: ReturnType<typeof useSave>;
  onTyped: (isDirty: boolean) => void;
};

function EnvironmentForm({
  environment,
  sources,
  saving: { save, isPending, error },
  onTyped,
  onRules,
  onClose,
}: FormProps) {
  const form = useForm<EnvironmentDraft>({
    initialValues: environment ? draftOf(environment) : BLANK,
    validate: draftFaults,
  });
  useEffect(() => onTyped(form.isDirty()));
  const elsewhere = error !== null && Object.keys(refusedFields(error)).length === 0;
  const [asking, setAsking] = useState<EnvironmentDraft>();
  const send = (draft: EnvironmentDraft) =>
    save(draft, form.getInitialValues(), {
      onSuccess: onClose,
      onError: (thrown) => {
        const refused = refusedFields(thrown);
        form.setErrors(refused);
        if (Object.keys(refused).length > 0) setAsking(undefined);
      },
    });
  const submit = form.onSubmit((draft) => {
    const isAsked = environment?.protected && environmentChanges(form.getInitialValues(), draft).length > 0;
    if (isAsked) setAsking(draft);
    else send(draft);
  });
  if (asking && environment)
    return (
      <ProtectedQuestion
        environments={[environment]}
        changes={environmentChanges(form.getInitialValues(), asking)}
        effects={environmentEffects(form.getInitialValues(), asking)}
      >
        <DialogFoot
          action={texts.saveIn(environment.name)}
          onConfirm={() => send(asking)}
          onCancel={() => setAsking(undefined)}
          change={{ isPending, error }}
          failed={texts.failed}
          focus="cancel"
        />
      </ProtectedQuestion>
    );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.name}
          placeholder={texts.nameExample}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!environment && sources && sources.length > 0 && (
          <NativeSelect
            label={texts.copyFrom}
            description={texts.copyHint}
            data={[{ value: '', label: texts.allOff }, ...sources.map(({ id, name }) => ({ value: id, label: name }))]}
            {...form.getInputProps('copyFrom')}
          />
        )}
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          placeholder={texts.urlExample}
          inputMode="url"
          maxLength={2048}
          {...form.getInputProps('url')}
        />
        <Textarea
          label={texts.more}
          description={texts.moreHint}
          placeholder={texts.moreExample}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('more_origins')}
        />
        <ColorSelect
          label={colorTexts.color}
          value={form.getValues().color}
          onChange={(color) => form.setFieldValue('color', color)}
        />
        <Switch
          label={texts.protected}
          description={texts.protectedHint}
          {...form.getInputProps('protected', { type: 'checkbox' })}
        />
        {environment && onRules && (
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" className="any-text">
              {listRules(environment).join(' · ') || texts.noRules}
            </Text>
            <Button variant="default" size="compact-sm" disabled={form.isDirty()} onClick={onRules}>
              {all.rules.open}
            </Button>
          </Group>
        )}
        <DialogFoot
          action={environment ? texts.save : texts.create}
          onCancel={onClose}
          change={{ isPending, error: elsewhere ? error : undefined }}
          failed={texts.failed}
        />
      </Stack>
    </form>
  );
}

interface Outcome {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

function useSave(projectId: string, id: string | undefined) {
  const create = useCreateEnvironment(projectId);
  const update = useUpdateEnvironment(projectId);
  const save = (draft: EnvironmentDraft, before: EnvironmentDraft, { onSuccess, onError }: Outcome) => {
    const done = ({ name }: EnvironmentView) => {
      showDone(id === undefined ? texts.created(name) : texts.saved(name));
      onSuccess();
    };
    if (id === undefined) create.mutate(toCreateRequest(draft), { onSuccess: done, onError });
    else update.mutate({ id, ...toUpdateRequest(draft, before) }, { onSuccess: done, onError });
  };
  const reset = () => {
    create.reset();
    update.reset();
  };
  return { save, reset, isPending: create.isPending || update.isPending, error: create.error ?? update.error };
}
