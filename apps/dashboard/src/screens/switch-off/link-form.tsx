import type { CreatedSwitchOffLink, EnvironmentView, SwitchOffEffect } from '@burgee/contracts/http';
import { Alert, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { flagsQuery } from '../../api/flags.js';
import type { useCreateSwitchOffLink } from '../../api/switch-off-links.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { tagsOf } from '../../tags/tidy-tags.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { texts as all } from './texts.js';

const texts = all.form;
const OPTIONS_AT_ONCE = 100;
const choices = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }));

interface Props {
  environment: EnvironmentView;
  creating: ReturnType<typeof useCreateSwitchOffLink>;
  onTyped: (isDirty: boolean) => void;
  onMade: (link: CreatedSwitchOffLink) => void;
  onBack: () => void;
}

export function LinkForm({ environment, creating, onTyped, onMade, onBack }: Props) {
  const { data: flags = [] } = useQuery(flagsQuery(environment.project_id));
  const form = useForm({
    initialValues: { name: '', subject: 'flag', flag: '', tag: '', effect: 'off' as SwitchOffEffect },
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameMissing : null),
      flag: (flag, { subject }) => (subject === 'flag' && flag === '' ? texts.flagMissing : null),
      tag: (tag, { subject }) => (subject === 'tag' && tag === '' ? texts.tagMissing : null),
    },
  });
  useEffect(() => onTyped(form.isDirty()));
  const act = useWithProof(creating.mutateAsync);
  const submit = form.onSubmit(({ name, subject, flag, tag, effect }) =>
    act.run({ name: name.trim(), effect, ...(subject === 'flag' ? { flag_id: flag } : { tag }) }, onMade, (error) =>
      form.setErrors({ name: asApiError(error).faultOf('name') }),
    ),
  );
  const { subject } = form.getValues();
  const isAtName = asApiError(act.error).faultOf('name') !== undefined;
  const search = {
    searchable: true,
    limit: OPTIONS_AT_ONCE,
    placeholder: texts.search,
    nothingFoundMessage: texts.none,
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <EnvironmentName environment={environment} />
        <Alert>{texts.does}</Alert>
        <TextInput
          label={texts.name}
          placeholder={texts.nameExample}
          maxLength={100}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <NativeSelect label={texts.subject} data={choices(texts.subjects)} {...form.getInputProps('subject')} />
        {subject === 'flag' ? (
          <Select
            key="flag"
            {...search}
            label={texts.flag}
            data={flags.map(({ id, key }) => ({ value: id, label: key }))}
            {...form.getInputProps('flag')}
          />
        ) : (
          <Select key="tag" {...search} label={texts.tag} data={tagsOf(flags)} {...form.getInputProps('tag')} />
        )}
        <NativeSelect label={texts.effect} data={choices(texts.effects)} {...form.getInputProps('effect')} />
        {act.field}
        <DialogFoot
          action={texts.make}
          cancel={texts.back}
          onCancel={onBack}
          change={{ isPending: act.isPending, error: isAtName ? undefined : act.error }}
          failed={texts.failed}
          disabled={!act.isReady}
        />
      </Stack>
    </form>
  );
}
