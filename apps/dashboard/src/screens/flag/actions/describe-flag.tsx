import type { FlagKind, FlagView } from '@burgee/contracts/http';
import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flagsQuery, useDescribeFlag } from '../../../api/flags.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { useCloseGuard } from '../../../feedback/dialogs/use-close-guard.js';
import { TagsField } from '../../../tags/tags-field.js';
import { tagsOf } from '../../../tags/tidy-tags.js';
import { EndField, KindField } from '../../../kinds/kind-fields.js';
import { detailsOf, toDetailsRequest } from './details-draft.js';
import { OwnerField } from './owner-field.js';
import { texts as all } from '../texts.js';

const texts = all.describing;

interface Props {
  flag: FlagView;
  /** Clients of every environment see the name. Undefined when the user may change it. */
  whyNoName: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Edits the description of a flag for people; the key stays, because code uses it. */
export function DescribeFlag({ flag, whyNoName, opened, onClose }: Props) {
  const describe = useDescribeFlag(flag.id);
  const guard = useCloseGuard(describe.isPending, onClose);
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={describe.reset} title={texts.title(flag.key)}>
      <Form flag={flag} whyNoName={whyNoName} describe={describe} onTyped={guard.onTyped} onClose={onClose} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'opened'> & {
  describe: ReturnType<typeof useDescribeFlag>;
  onTyped: (isDirty: boolean) => void;
};

function Form({ flag, whyNoName, describe, onTyped, onClose }: FormProps) {
  const form = useForm({
    initialValues: detailsOf(flag),
    validate: { name: (name) => (name.trim() === '' ? texts.nameMissing : null) },
  });
  useEffect(() => onTyped(form.isDirty()));
  const { data: every = [] } = useQuery({ ...flagsQuery(flag.project_id), staleTime: Infinity });
  const submit = form.onSubmit((draft) =>
    describe.mutate(toDetailsRequest(draft, form.getInitialValues()), { onSuccess: onClose }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.name}
          description={whyNoName}
          disabled={whyNoName !== undefined}
          maxLength={200}
          data-autofocus={whyNoName === undefined || undefined}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={texts.description}
          maxLength={2000}
          rows={3}
          data-autofocus={whyNoName !== undefined || undefined}
          {...form.getInputProps('description')}
        />
        <TagsField
          label={texts.tags}
          known={tagsOf(every)}
          value={form.getValues().tags}
          onChange={(tags) => form.setFieldValue('tags', tags)}
        />
        <OwnerField
          flag={flag}
          value={form.getValues().owner}
          onChange={(owner) => form.setFieldValue('owner', owner)}
        />
        <KindField
          value={form.getValues().kind}
          onChange={(kind) => form.setFieldValue('kind', kind as FlagKind | '')}
        />
        <EndField value={form.getValues().endsOn} onChange={(day) => form.setFieldValue('endsOn', day)} />
        <DialogFoot action={texts.save} onCancel={onClose} change={describe} failed={texts.failed} />
      </Stack>
    </form>
  );
}
