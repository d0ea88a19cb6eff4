import type { EnvironmentView } from '@burgee/contracts';
import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCreateEnvironment, useUpdateEnvironment } from '../../api/environments.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import {
  BLANK,
  draftFaults,
  draftOf,
  type EnvironmentDraft,
  refusedFields,
  toCreateRequest,
  toUpdateRequest,
} from './environment-draft.js';
import classes from './environments-screen.module.css';

interface Props {
  projectId: string;
  /** The one to edit; none makes a new one. */
  environment?: EnvironmentView;
  onClose: () => void;
}

/** Makes an environment, or changes one. */
export function EnvironmentDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={props.environment ? 'Edit environment' : 'New environment'}>
      <EnvironmentForm {...props} />
    </Modal>
  );
}

function EnvironmentForm({ projectId, environment, onClose }: Props) {
  const form = useForm<EnvironmentDraft>({
    initialValues: environment ? draftOf(environment) : BLANK,
    validate: draftFaults,
  });
  const { save, isPending, error } = useSave(projectId, environment?.id);
  const elsewhere = error !== null && Object.keys(refusedFields(error)).length === 0;
  const submit = form.onSubmit((draft) =>
    save(draft, form.getInitialValues(), {
      onSuccess: onClose,
      onError: (thrown) => form.setErrors(refusedFields(thrown)),
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {elsewhere && <ErrorNotice error={error} title="The environment was not saved" />}
        <div className={classes.nameAndIcon}>
          <TextInput label="Icon" maxLength={32} {...form.getInputProps('icon')} />
          <TextInput
            label="Name"
            placeholder="Staging"
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
        </div>
        <TextInput
          label="URL of its pages"
          description="Browsers may fetch flags from pages of this origin. Leave it empty when only servers do."
          placeholder="https://shop.example.com"
          inputMode="url"
          maxLength={2048}
          {...form.getInputProps('url')}
        />
        <Switch
          label="Protected"
          description="The dashboard shows what will change and asks, before it changes anything here."
          {...form.getInputProps('protected', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {environment ? 'Save' : 'Create environment'}
          </Button>
        </Group>
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
      showDone(`${name} ${id === undefined ? 'created' : 'saved'}`);
      onSuccess();
    };
    if (id === undefined) create.mutate(toCreateRequest(draft), { onSuccess: done, onError });
    else update.mutate({ id, ...toUpdateRequest(draft, before) }, { onSuccess: done, onError });
  };
  return { save, isPending: create.isPending || update.isPending, error: create.error ?? update.error };
}
