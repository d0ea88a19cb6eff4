import type { FlagView } from '@burgee/contracts/http';
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDescribeFlag } from '../../api/flags.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { texts as all } from './texts.js';

const texts = all.describing;

interface Props {
  flag: FlagView;
  opened: boolean;
  onClose: () => void;
}

/** Changes name or description; the key stays, because code uses it. */
export function DescribeFlag({ flag, opened, onClose }: Props) {
  const describe = useDescribeFlag(flag.id);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(describe.isPending, onClose)}
      onExitTransitionEnd={describe.reset}
      title={texts.title(flag.key)}
    >
      <Form flag={flag} describe={describe} onClose={onClose} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'opened'> & { describe: ReturnType<typeof useDescribeFlag> };

function Form({ flag, describe, onClose }: FormProps) {
  const form = useForm({
    initialValues: { name: flag.name, description: flag.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(({ name, description }) => {
    const before = form.getInitialValues();
    // Sends only changed fields, because somebody else may have changed the others meanwhile.
    const request = {
      ...(name !== before.name && { name: name.trim() }),
      ...(description !== before.description && { description: description.trim() || null }),
    };
    describe.mutate(request, { onSuccess: onClose });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {describe.error && <ErrorNotice error={describe.error} title={texts.failed} />}
        <TextInput label={texts.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <Textarea label={texts.description} maxLength={2000} rows={3} {...form.getInputProps('description')} />
        <Group justify="flex-end">
          <Button variant="default" disabled={describe.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={describe.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
