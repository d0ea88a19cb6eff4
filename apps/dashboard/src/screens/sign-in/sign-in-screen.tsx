import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSignIn } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { keptInvitation } from '../../session/kept-invitation.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { PasswordField } from '../entry/password-field.js';
import { useEnter } from '../entry/use-enter.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { ProviderLinks } from './provider-links.js';
import { texts } from './texts.js';

/** Only where something went wrong. */
const SignInProblem = lazy(() =>
  import('../../session/sign-in-problem.js').then((file) => ({ default: file.SignInProblem })),
);

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { back, problem } = route.useSearch();
  const { password } = signInMethods();
  const enter = useEnter(back);
  const signIn = useSignIn();
  const joins = back === '/invitation' ? keptInvitation()?.to : undefined;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? texts.emailMissing : null),
      password: (password) => (password === '' ? texts.passwordMissing : null),
    },
  });
  return (
    <EntryPage
      title={texts.title}
      lead={joins ? <span className="any-text">{texts.toJoin(joins)}</span> : back ? texts.toReturn : texts.toProjects}
      aside={
        password && (
          <>
            {texts.newHere}{' '}
            <AnchorLink to="/register" search={back === undefined ? {} : { back }}>
              {texts.register}
            </AnchorLink>
          </>
        )
      }
    >
      {problem && (
        <Suspense>
          <SignInProblem code={problem} />
        </Suspense>
      )}
      <ProviderLinks back={back} />
      {password && (
        <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values, { onSuccess: () => void enter() }))}>
          <Stack>
            {signIn.error && <ErrorNotice error={signIn.error} title={texts.failed} />}
            <TextInput
              label={texts.email}
              type="email"
              autoComplete="username"
              data-autofocus
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordField
              label={texts.password}
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" fullWidth loading={signIn.isPending}>
              {texts.submit}
            </Button>
            <AnchorLink to="/link/$kind" params={{ kind: 'forgot' }} size="sm" ta="center">
              {texts.forgot}
            </AnchorLink>
          </Stack>
        </form>
      )}
    </EntryPage>
  );
}
