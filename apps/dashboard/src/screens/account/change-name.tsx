import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useRename } from '../../api/account.js';
import { asApiError } from '../../api/api-error.js';
import { useKnownMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

/** The name that others see. */
export function ChangeName() {
  const { name } = useKnownMe();
  const rename = useRename();
  const form = useForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? texts.nameMissing : null) },
  });
  useEffect(() => {
    if (!form.isDirty()) form.setValues({ name });
    form.resetDirty({ name });
    // oxlint-disable-next-line react/exhaustive-deps -- when it has become another one, and then alone
  }, [name]);
  const submit = form.onSubmit((typed) =>
    rename.mutate(typed.name.trim(), {
      onSuccess: (me) => {
        form.setValues({ name: me.name });
        showDone(texts.nameChanged);
      },
      onError: (error) => form.setErrors({ name: asApiError(error).faultOf('name') }),
    }),
  );
  const isElsewhere = rename.error && asApiError(rename.error).faultOf('name') === undefined;
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="name">
      <Title order={2} id="name">
        {texts.nameTitle}
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack mt="sm">
          {isElsewhere && <ErrorNotice error={rename.error} title={texts.nameFailed} />}
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={rename.isPending}>
              {texts.changeName}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
