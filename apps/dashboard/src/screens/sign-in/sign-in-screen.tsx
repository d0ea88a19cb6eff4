import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useSignIn } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { keptInvitation } from '../../session/kept-invitation.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { PasswordField } from '../entry/password-field.js';
import { useEnter } from '../entry/use-enter.js';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { back } = route.useSearch();
  const enter = useEnter(back);
  const signIn = useSignIn();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? 'Enter the email you registered with.' : null),
      password: (password) => (password === '' ? 'Enter your password.' : null),
    },
  });
  return (
    <EntryPage
      title="Sign in"
      lead={
        keptInvitation()?.isJoining
          ? 'Then you join the project to which you are invited.'
          : back
            ? 'You are not signed in, or your session has ended. After signing in you return to this page.'
            : 'Good to see you.'
      }
      aside={
        <>
          New here?{' '}
          <AnchorLink to="/register" search={back === undefined ? {} : { back }}>
            Create an account
          </AnchorLink>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values, { onSuccess: () => void enter() }))}>
        <Stack>
          {signIn.error && <ErrorNotice error={signIn.error} title="You are not signed in" />}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            data-autofocus
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}
