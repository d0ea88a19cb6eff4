import type { Message } from '@burgee/contracts/http';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { call } from '../../api/call.js';
import { meQuery, useRegister, useSignInByLink } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { newPasswordFaults } from '../entry/new-password-faults.js';
import { NewPassword } from '../entry/new-password.js';
import { useEnter } from '../entry/use-enter.js';
import { fieldFaults, missing } from '../register/register-faults.js';
import { texts as fields } from '../register/texts.js';
import { ForgotPassword, VerifyAddress, VerifyFirst } from './mailed.js';
import { texts } from './texts.js';

const route = getRouteApi('/link/$kind');

/** What a link of an administrator or the operator is for. The token after # leaves the address at once. */
export function LinkScreen() {
  const { kind } = route.useParams();
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(hash);
  // Another link that is opened in this tab only changes the part after #.
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/link/$kind', params: { kind }, hash: '', replace: true });
  }, [hash, kind, navigate]);
  if (kind === 'forgot') return <ForgotPassword />;
  if (kind === 'verify') return token === '' ? <VerifyFirst /> : <VerifyAddress key={token} token={token} />;
  if (token === '') return <Page title={texts.none} />;
  if (kind === 'setup') return <Setup key={token} token={token} />;
  return kind === 'reset' ? <Reset key={token} token={token} /> : <SignIn key={token} token={token} />;
}

function Page({ title, lead = '', children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <EntryPage title={title} lead={lead} aside={<AnchorLink to="/sign-in">{texts.toSignIn}</AnchorLink>}>
      <Stack>{children}</Stack>
    </EntryPage>
  );
}

const Failed = ({ error }: { error: unknown }) =>
  error ? <ErrorNotice error={asApiError(error)} title={texts.failed} /> : null;

function Setup({ token }: { token: string }) {
  const me = useQuery({ ...meQuery, retry: false });
  const enter = useEnter(undefined);
  const become = useMutation({
    mutationFn: () => call<Message>('POST', '/api/auth/links/setup', { body: { token } }),
    onSuccess: async () => {
      await me.refetch();
      await enter();
    },
  });
  if (me.isPending) return null;
  if (!me.data) return <RegisterAdministrator token={token} />;
  return (
    <Page title={texts.setup}>
      <Failed error={become.error} />
      <Text className="any-text">{texts.setupSignedIn(me.data.email)}</Text>
      <Button loading={become.isPending} onClick={() => become.mutate()}>
        {texts.become}
      </Button>
    </Page>
  );
}

function RegisterAdministrator({ token: setup }: { token: string }) {
  const enter = useEnter(undefined);
  const register = useRegister();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    validate: missing,
  });
  const submit = form.onSubmit((values) =>
    register.mutate(
      { ...values, setup },
      { onSuccess: () => void enter(), onError: (error) => form.setErrors(fieldFaults(error)) },
    ),
  );
  const elsewhere = register.error && Object.keys(fieldFaults(register.error)).length === 0;
  return (
    <Page title={texts.setup} lead={texts.setupLead}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {elsewhere && <Failed error={register.error} />}
          <TextInput label={fields.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput
            label={fields.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <NewPassword form={form} label={fields.password} names={['password', 'confirmPassword']} />
          <Button type="submit" fullWidth loading={register.isPending}>
            {fields.submit}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

function Reset({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (new_password: string) =>
      call<Message>('POST', '/api/auth/links/reset', { body: { token, new_password } }),
    onSuccess: async () => {
      showDone(texts.resetDone, texts.resetDoneHint);
      await navigate({ to: '/sign-in' });
    },
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: ({ password, again }) => newPasswordFaults(password, again),
  });
  return (
    <Page title={texts.reset} lead={texts.resetLead}>
      <form noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
        <Stack>
          <Failed error={reset.error} />
          <NewPassword form={form} label={texts.fresh} names={['password', 'again']} />
          <Button type="submit" fullWidth loading={reset.isPending}>
            {texts.submitReset}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

function SignIn({ token }: { token: string }) {
  const enter = useEnter(undefined);
  const signIn = useSignInByLink();
  return (
    <Page title={texts.signIn} lead={texts.signInLead}>
      <Failed error={signIn.error} />
      <Button loading={signIn.isPending} onClick={() => signIn.mutate({ token }, { onSuccess: () => void enter() })}>
        {texts.submitSignIn}
      </Button>
    </Page>
  );
}
