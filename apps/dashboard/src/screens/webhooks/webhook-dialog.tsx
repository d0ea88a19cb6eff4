import type {
  CreateWebhookRequest,
  ProjectView,
  WebhookFormat,
  WebhookView,
  WebhookWithSecret,
} from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';
import { Modal, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asApiError } from '../../api/api-error.js';
import { useCreateWebhook, useUpdateWebhook } from '../../api/webhooks.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { texts as history } from '../history/texts.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  /** Undefined to create one. */
  webhook: WebhookView | undefined;
  onClose: () => void;
  onMade: (webhook: WebhookWithSecret) => void;
}

const FORMATS = Object.entries(texts.formats).map(([value, label]) => ({ value, label }));
const ACTIONS = Object.entries(history.actions)
  // Written by audit itself, which tells no webhook.
  .filter(([value]) => !value.startsWith('history_'))
  .map(([value, label]) => ({ value, label }));

/** Creates or changes a webhook. */
export function WebhookDialog({ opened, ...rest }: Props & { opened: boolean }) {
  const create = useCreateWebhook(rest.project.id);
  const update = useUpdateWebhook(rest.project.id, rest.webhook?.id ?? '');
  const isBusy = create.isPending || update.isPending;
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(isBusy, rest.onClose)}
      onExitTransitionEnd={() => {
        create.reset();
        update.reset();
      }}
      title={rest.webhook ? texts.edit : texts.create}
      size="lg"
    >
      <Form key={rest.webhook?.id ?? ''} create={create} update={update} isBusy={isBusy} {...rest} />
    </Modal>
  );
}

interface FormProps extends Props {
  create: ReturnType<typeof useCreateWebhook>;
  update: ReturnType<typeof useUpdateWebhook>;
  isBusy: boolean;
}

function Form({ project, webhook, onClose, onMade, create, update, isBusy }: FormProps) {
  const form = useForm({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      format: webhook?.format ?? ('standard' as WebhookFormat),
      environment_ids: webhook?.environment_ids ?? [],
      actions: (webhook?.actions ?? []) as string[],
    },
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameMissing : null),
      url: (url) => (url.trim() === '' ? texts.urlMissing : null),
    },
  });
  const error = create.error ?? update.error;
  const isAtUrl = asApiError(error).faultOf('url') !== undefined;
  const onError = (refused: unknown) =>
    form.setErrors({ name: asApiError(refused).faultOf('name'), url: asApiError(refused).faultOf('url') });
  const submit = form.onSubmit(({ name, url, actions, ...same }) => {
    const body: CreateWebhookRequest = {
      ...same,
      name: name.trim(),
      url: url.trim(),
      actions: actions as AuditAction[],
    };
    if (webhook)
      return update.mutate(body, {
        onError,
        onSuccess: () => {
          showDone(texts.saved);
          onClose();
        },
      });
    return create.mutate(body, {
      onError,
      onSuccess: (made) => {
        onClose();
        onMade(made);
      },
    });
  });
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
        <TextInput
          label={texts.url}
          placeholder={texts.urlExample}
          type="url"
          autoComplete="off"
          maxLength={2_048}
          {...form.getInputProps('url')}
        />
        <NativeSelect label={texts.format} data={FORMATS} {...form.getInputProps('format')} />
        <MultiSelect
          label={texts.environments}
          description={texts.environmentsHint}
          data={project.environments.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={form.values.environment_ids.length === 0 ? texts.any : undefined}
          searchable
          {...form.getInputProps('environment_ids')}
        />
        <MultiSelect
          label={texts.actions}
          description={texts.actionsHint}
          data={ACTIONS}
          placeholder={form.values.actions.length === 0 ? texts.any : undefined}
          searchable
          {...form.getInputProps('actions')}
        />
        <DialogFoot
          action={webhook ? texts.save : texts.create}
          onCancel={onClose}
          change={{ isPending: isBusy, error: isAtUrl ? undefined : error }}
          failed={texts.failed}
        />
      </Stack>
    </form>
  );
}
