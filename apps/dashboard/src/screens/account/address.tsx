import type { CurrentUserView, Message } from '@burgee/contracts/http';
import { Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMailNotices } from '../../api/account.js';
import { asApiError } from '../../api/api-error.js';
import { call } from '../../api/call.js';
import { useKnownMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { useWithProof } from '../entry/use-with-proof.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

/** The user's address: whether it is proved, what is mailed to it, and another one. Only where the installation sends mail. */
export function Address() {
  const { email: present, email_verification: state, notice_mails: isMailed } = useKnownMe();
  const [email, setEmail] = useState(present);
  const mailing = useMailNotices();
  const again = useMutation({
    mutationFn: () => call<Message>('POST', '/api/auth/verification'),
    onSuccess: () => showDone(texts.linkMailed),
  });
  const move = useWithProof((to: string) => call<CurrentUserView>('PATCH', '/api/auth/me', { body: { email: to } }));
  if (state === undefined) return null;
  const fault = move.error ? asApiError(move.error).faultOf('email') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.run(email.trim(), () => {
      setEmail(present);
      showDone(texts.linkMailed, texts.linkMailedHint);
    });
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
      {isMailed !== undefined && (
        <Switch
          mb="sm"
          label={texts.noticeMails}
          description={state === 'done' ? texts.noticeMailsHint : texts.noticeMailsLater}
          checked={mailing.isPending ? mailing.variables : isMailed}
          disabled={mailing.isPending}
          onChange={({ currentTarget: { checked } }) =>
            mailing.mutate(checked, { onError: (error) => showFailure(texts.noticeMailsFailed, error) })
          }
        />
      )}
      <form noValidate onSubmit={submit}>
        <Stack>
          {again.error && <ErrorNotice error={again.error} title={texts.mailFailed} />}
          {move.error && !fault && <ErrorNotice error={move.error} title={texts.mailFailed} />}
          <TextInput
            label={texts.address}
            description={texts.addressHint}
            type="email"
            autoComplete="email"
            value={email}
            error={fault}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {move.field}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={move.isPending}
              disabled={email.trim() === present || email.trim() === '' || !move.isReady}
            >
              {texts.changeAddress}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
