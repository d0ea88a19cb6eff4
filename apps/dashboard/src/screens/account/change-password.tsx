import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../../api/api-error.js';
import { useChangePassword, useMe } from '../../api/session.js';
import { identitiesQuery } from '../../api/single-sign-on.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { NewPassword } from '../entry/new-password.js';
import { PasswordField } from '../entry/password-field.js';
import { passwordFaults, refusedFields } from './password-faults.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

/** Not where passwords do not sign in, or for accounts without one. */
export function ChangePassword() {
  const { data, isPending } = useQuery(identitiesQuery);
  return signInMethods().password && (data?.has_password ?? !isPending) && <PasswordForm />;
}

/** Changes the password, which ends all other sessions. */
function PasswordForm() {
  const me = useMe();
  const change = useChangePassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', fresh: '', again: '' },
    validate: passwordFaults,
  });
  const submit = form.onSubmit(({ current, fresh }) =>
    change.mutate(
      { current_password: current, new_password: fresh },
      {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(refusedFields(asApiError(error))),
      },
    ),
  );
  const elsewhere = change.error && Object.keys(refusedFields(asApiError(change.error))).length === 0;
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="password">
      <Title order={2} id="password">
        {texts.passwordTitle}
      </Title>
      <form noValidate onSubmit={submit}>
        {/* Tells password managers whose password it is. */}
        <input type="hidden" autoComplete="username" value={me.email} readOnly />
        <Stack mt="sm">
          {change.isSuccess && (
            <Alert className="notice-done" title={texts.passwordChanged} role="status">
              {texts.passwordChangedHint}
            </Alert>
          )}
          {elsewhere && <ErrorNotice error={change.error} title={texts.passwordFailed} />}
          <PasswordField
            label={texts.current}
            autoComplete="current-password"
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
          <NewPassword form={form} label={texts.fresh} names={['fresh', 'again']} />
          <Text size="sm" c="dimmed">
            {texts.passwordHint}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {texts.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
