import { Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useCreateFlag } from '../../api/flags.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { EMPTY_FLAG, flagFaults, refusedFields, suggestKey, toFlagRequest } from './flag-draft.js';
import { MoreFields } from './more-fields.js';
import { texts } from './create-texts.js';
import { TYPES } from './filters/flag-search.js';

interface Props {
  opened: boolean;
  projectId: string;
  onClose: () => void;
}

/** Creates a flag, which is off in all environments until a user switches it on. */
export function CreateFlag({ opened, projectId, onClose }: Props) {
  const create = useCreateFlag(projectId);
  const navigate = useNavigate();
  const form = useForm({ initialValues: EMPTY_FLAG, validate: flagFaults });
  const close = () => {
    form.reset();
    create.reset();
    onClose();
  };
  const guard = useCloseGuard(create.isPending, close);
  useEffect(() => guard.onTyped(form.isDirty()));
  const submit = form.onSubmit((draft) =>
    create.mutate(toFlagRequest(draft), {
      onSuccess: ({ id }) => {
        close();
        void navigate({ to: '/projects/$projectId/flags/$flagId', params: { projectId, flagId: id } });
      },
      onError: (error) => {
        const { code, message } = asApiError(error);
        form.setErrors(code === 'duplicate' ? { key: message } : refusedFields(error));
      },
    }),
  );
  const elsewhere = create.error && asApiError(create.error).code !== 'duplicate';
  return (
    <Modal opened={opened} onClose={guard.close} title={texts.title}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.key}
            description={texts.keyHint}
            placeholder={texts.keyExample}
            maxLength={128}
            data-autofocus
            spellCheck={false}
            {...form.getInputProps('key')}
            onChange={(event) => form.setFieldValue('key', suggestKey(event.currentTarget.value))}
          />
          <TextInput
            label={texts.name}
            placeholder={texts.nameExample}
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <Radio.Group label={texts.type} {...form.getInputProps('type')}>
            <Stack gap={6} mt={6}>
              {TYPES.map((type) => (
                <Radio key={type} value={type} label={texts.types[type][0]} description={texts.types[type][1]} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={texts.description}
            placeholder={texts.descriptionExample}
            maxLength={2000}
            rows={2}
            {...form.getInputProps('description')}
          />
          <MoreFields
            projectId={projectId}
            draft={form.getValues()}
            errors={form.errors}
            onChange={(change) => form.setValues(change)}
          />
          <DialogFoot
            action={texts.submit}
            onCancel={close}
            change={{ isPending: create.isPending, error: elsewhere ? create.error : undefined }}
            failed={texts.failed}
          />
        </Stack>
      </form>
    </Modal>
  );
}
