import type { SharedView } from '@burgee/contracts/http';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useUpdateSharedView } from '../../../api/shared-views.js';
import { ErrorNotice } from '../../../feedback/errors/error-notice.js';
import { showDone } from '../../../feedback/toasts/toasts.js';
import { nameFault } from './name-fault.js';
import classes from './views-panel.module.css';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  view: SharedView;
  /** The search of the page as a query. */
  query: string;
  onClose: () => void;
}

/** Renames a shared view, and takes over the filters of the page. */
export function EditSharedView({ projectId, view, query, onClose }: Props) {
  const { id, search } = view;
  const update = useUpdateSharedView(projectId);
  const form = useForm({
    initialValues: { name: view.name, replaces: false },
    validate: { name: (name) => (name.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(({ name, replaces }) =>
    update.mutate(
      { id, name, ...(replaces && { search: query }) },
      {
        onSuccess: (changed) => {
          showDone(texts.changed(changed.name));
          onClose();
        },
        onError: (error) => form.setErrors({ name: nameFault(error) }),
      },
    ),
  );
  return (
    <li>
      <form noValidate onSubmit={submit} className={classes.edit} aria-label={texts.edit(view.name)}>
        <TextInput
          label={texts.rename}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        {search !== query && (
          <Checkbox label={texts.replace} {...form.getInputProps('replaces', { type: 'checkbox' })} />
        )}
        {update.error && nameFault(update.error) === undefined && (
          <ErrorNotice error={update.error} title={texts.failed} />
        )}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={update.isPending}>
            {texts.saveChanges}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {texts.cancel}
          </Button>
        </Group>
      </form>
    </li>
  );
}
