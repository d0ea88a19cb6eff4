import type { Message } from '@burgee/contracts/http';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { call } from '../../api/call.js';
import { useMailSetting } from '../../api/mail.js';
import { meQuery, useSignOut } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { useLeave } from '../../session/use-leave.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { useEnter } from '../entry/use-enter.js';
import { texts } from './texts.js';

interface Props {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  error: unknown;
  children?: ReactNode;
}

function Page({ title, lead = '', error, children, aside }: Props) {
  return (
    <EntryPage title={title} lead={lead} aside={aside ?? <AnchorLink to="/sign-in">{texts.toSignIn}</AnchorLink>}>
      <Stack>
        {Boolean(error) && <ErrorNotice error={asApiError(error)} title={texts.failed} />}
        {children}
      </Stack>
    </EntryPage>
  );
}

/** Has a link mailed that sets a new password. Without mail, it says who else can make one. */
export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => call<Message>('POST', '/api/auth/forgot-password', { body: { email } }),
  });
  const { data: isOn, isPending } = useMailSetting();
  if (isPending) return null;
  if (isOn === false) return <Page title={texts.forgot} lead={texts.forgotOff} error={null} />;
  if (ask.isSuccess) return <Page title={texts.forgot} lead={texts.forgotDone} error={null} />;
  return (
    <Page title={texts.forgot} lead={texts.forgotLead} error={ask.error}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== '' && !ask.isPending) ask.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={ask.isPending} disabled={email.trim() === ''}>
            {texts.sendLink}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

/** Proves the address that the link was mailed to. */
export function VerifyAddress({ token }: { token: string }) {
  const enter = useEnter(undefined);
  const me = useQuery({ ...meQuery, retry: false, enabled: false });
  const verify = useMutation({
    mutationFn: () => call<Message>('POST', '/api/auth/links/verify', { body: { token } }),
    onSuccess: () => me.refetch(),
  });
  return (
    <Page title={texts.verify} lead={verify.isSuccess ? texts.verified : texts.verifyLead} error={verify.error}>
      {verify.isSuccess ? (
        <Button onClick={() => void enter()}>{texts.goOn}</Button>
      ) : (
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          {texts.submitVerify}
        </Button>
      )}
    </Page>
  );
}

/** What an account sees that must prove its address first. */
export function VerifyFirst() {
  const me = useQuery({ ...meQuery, retry: false });
  const enter = useEnter(undefined);
  const leave = useLeave();
  const signOut = useSignOut();
  const again = useMutation({ mutationFn: () => call<Message>('POST', '/api/auth/verification') });
  const goOn = useMutation({
    mutationFn: async () => {
      const { data } = await me.refetch();
      if (data?.email_verification !== 'required') await enter();
    },
  });
  return (
    <Page
      title={texts.verify}
      lead={<span className="any-text">{texts.mailedTo(me.data?.email ?? '')}</span>}
      error={again.error}
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => signOut.mutate(undefined, { onSuccess: () => void leave('/sign-in') })}
        >
          {texts.signOut}
        </Button>
      }
    >
      {again.isSuccess && <Text role="status">{texts.sentAgain}</Text>}
      <Button loading={goOn.isPending} onClick={() => goOn.mutate()}>
        {texts.opened}
      </Button>
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {texts.again}
      </Button>
    </Page>
  );
}
