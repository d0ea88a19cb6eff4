import { Button, Group, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { RefObject } from 'react';
import { useCreateSharedView } from '../../../api/shared-views.js';
import { ErrorNotice } from '../../../feedback/errors/error-notice.js';
import { showDone } from '../../../feedback/toasts/toasts.js';
import { nameFault } from './name-fault.js';
import classes from './views-panel.module.css';
import { texts } from './texts.js';

interface Props {
  project: { id: string; name: string };
  /** The search of the page as a query. */
  query: string;
  /** Whether the user may save it for everyone. */
  canShare: boolean;
  onSaveOwn: (name: string) => void;
  field: RefObject<HTMLInputElement | null>;
}

/** Saves the search of the page as a view, for its reader or for everyone. */
export function SaveView({ project, query, canShare, onSaveOwn, field }: Props) {
  const create = useCreateSharedView(project.id);
  const form = useForm({
    initialValues: { name: '', sees: 'me' },
    validate: { name: (name) => (name.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(({ name, sees }) => {
    if (!canShare || sees === 'me') {
      onSaveOwn(name.trim());
      form.reset();
      return;
    }
    create.mutate(
      { name, search: query },
      {
        onSuccess: (view) => {
          showDone(texts.saved(view.name, project.name));
          form.reset();
        },
        onError: (error) => form.setErrors({ name: nameFault(error) }),
      },
    );
  });
  return (
    <form noValidate onSubmit={submit} className={classes.save}>
      <TextInput
        ref={field}
        label={texts.name}
        placeholder={texts.nameExample}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {canShare && (
        <Radio.Group label={texts.visibility} {...form.getInputProps('sees')}>
          <Group gap="md" mt={4}>
            <Radio value="me" label={texts.onlyMe} />
            <Radio value="all" label={texts.everyone(project.name)} classNames={{ label: 'any-text' }} />
          </Group>
        </Radio.Group>
      )}
      {create.error && nameFault(create.error) === undefined && (
        <ErrorNotice error={create.error} title={texts.failed} />
      )}
      <Button type="submit" loading={create.isPending}>
        {texts.save}
      </Button>
    </form>
  );
}
