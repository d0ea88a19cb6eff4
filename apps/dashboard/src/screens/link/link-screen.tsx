import type { Message } from '@burgee/contracts/http';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { call } from '../../api/call.js';
import { meQuery, useSignInByLink } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { AnchorLink, ButtonLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { newPasswordFaults } from '../entry/new-password-faults.js';
import { NewPassword } from '../entry/new-password.js';
import { useEnter } from '../entry/use-enter.js';
import { RegisterFields } from '../register/register-fields.js';
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
  if (token === '') return <Page title={texts.none} lead={texts.noneLead} />;
  return <Link key={token} kind={kind === 'setup' || kind === 'reset' ? kind : 'sign-in'} token={token} />;
}

/** The account that is signed in, if any. Asked once: asking again on mount would unmount who asks. */
const useVisitor = () => useQuery({ ...meQuery, retry: false, retryOnMount: false });

const PARTS = {
  setup: { title: texts.setup, Part: Setup },
  reset: { title: texts.reset, Part: Reset },
  'sign-in': { title: texts.signIn, Part: SignIn },
};

/** Says at once if the link has ended. Where that cannot be known, its part reports what fails. */
function Link({ kind, token }: { kind: keyof typeof PARTS; token: string }) {
  const { isPending, error } = useQuery({
    queryKey: ['link', kind, token],
    queryFn: () => call<Message>('POST', '/api/auth/links/look-up', { body: { kind, token } }),
    staleTime: Infinity,
    retry: false,
  });
  const { title, Part } = PARTS[kind];
  if (isPending) return null;
  if (error && asApiError(error).code === 'link_ended') return <Page title={title} lead={asApiError(error).message} />;
  return <Part token={token} />;
}

function Page({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  const { data: me } = useVisitor();
  const aside = me ? (
    <AnchorLink to="/projects">{texts.toProjects}</AnchorLink>
  ) : (
    <AnchorLink to="/sign-in">{texts.toSignIn}</AnchorLink>
  );
  return (
    <EntryPage title={title} lead={<span className="any-text">{lead}</span>} aside={aside}>
      <Stack>{children}</Stack>
    </EntryPage>
  );
}

const Failed = ({ error }: { error: unknown }) =>
  error ? <ErrorNotice error={asApiError(error)} title={texts.failed} /> : null;

function Setup({ token }: { token: string }) {
  const me = useVisitor();
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
    <Page title={texts.setup} lead={texts.setupSignedIn(me.data.email)}>
      <Failed error={become.error} />
      <Button loading={become.isPending} onClick={() => become.mutate()}>
        {texts.become}
      </Button>
    </Page>
  );
}

function RegisterAdministrator({ token: setup }: { token: string }) {
  const enter = useEnter(undefined);
  return (
    <Page title={texts.setup} lead={texts.setupLead}>
      <RegisterFields by={{ setup }} onRegistered={() => void enter()} />
    </Page>
  );
}

function Reset({ token }: { token: string }) {
  const reset = useMutation({
    mutationFn: (new_password: string) =>
      call<Message>('POST', '/api/auth/links/reset', { body: { token, new_password } }),
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: ({ password, again }) => newPasswordFaults(password, again),
  });
  if (reset.isSuccess)
    return (
      <EntryPage title={texts.resetDone} lead={texts.resetDoneLead} aside={null}>
        <ButtonLink to="/sign-in" fullWidth>
          {texts.toSignIn}
        </ButtonLink>
      </EntryPage>
    );
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
