import type { CurrentUserView, Message } from '@burgee/contracts/http';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { wantsProof } from '../../api/account.js';
import { asApiError } from '../../api/api-error.js';
import { call } from '../../api/call.js';
import { useKnownMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { PasswordField } from '../entry/password-field.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

interface Move {
  email: string;
  password: string | undefined;
}

/** The user's address: whether it is proved, and another one. Only where the installation sends mail. */
export function Address() {
  const { email: present, email_verification: state } = useKnownMe();
  const [email, setEmail] = useState(present);
  const [password, setPassword] = useState<string>();
  const again = useMutation({
    mutationFn: () => call<Message>('POST', '/api/auth/verification'),
    onSuccess: () => showDone(texts.linkMailed),
  });
  const move = useMutation({
    mutationFn: async ({ email: to, password: proof }: Move) => {
      if (proof !== undefined) await call<Message>('POST', '/api/auth/proof', { body: { password: proof } });
      await call<CurrentUserView>('PATCH', '/api/auth/me', { body: { email: to } });
    },
    onSuccess: () => {
      setPassword(undefined);
      setEmail(present);
      showDone(texts.linkMailed, texts.linkMailedHint);
    },
    onError: (error) => {
      if (wantsProof(error)) setPassword((was) => was ?? '');
    },
  });
  if (state === undefined) return null;
  const fault = (field: string) => (move.error ? asApiError(move.error).faultOf(field) : undefined);
  const isElsewhere = move.error && !wantsProof(move.error) && !fault('email') && !fault('password');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate({ email: email.trim(), password });
  };
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="address">
      <Title order={2} id="address">
        {texts.addressTitle}
      </Title>
      <Group justify="space-between" my="sm">
        <Text size="sm">{state === 'done' ? texts.proved : texts.notProved}</Text>
        {state !== 'done' && (
          <Button variant="default" size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
            {texts.sendAgain}
          </Button>
        )}
      </Group>
      <form noValidate onSubmit={submit}>
        <Stack>
          {again.error && <ErrorNotice error={again.error} title={texts.mailFailed} />}
          {isElsewhere && <ErrorNotice error={move.error} title={texts.mailFailed} />}
          <TextInput
            label={texts.address}
            description={texts.addressHint}
            type="email"
            autoComplete="email"
            value={email}
            error={fault('email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {password !== undefined && (
            <PasswordField
              label={texts.current}
              description={texts.proofWhy}
              autoComplete="current-password"
              value={password}
              error={fault('password')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={move.isPending} disabled={email.trim() === present || email.trim() === ''}>
              {texts.changeAddress}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
