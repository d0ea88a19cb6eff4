import type { AccountView, LinkView } from '@burgee/contracts/http';
import { Button, Group, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createResetLink,
  deleteAccount,
  disableAccount,
  enableAccount,
  endSessionsOf,
  makeAdministrator,
  withdrawAdministrator,
} from '../../api/administration.js';
import { fill } from '../../feedback/fill.js';
import { ShownLink } from '../../feedback/copying/shown-link.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import classes from './administration.module.css';
import { ConfirmDeed, type DoneDeed } from './confirm-deed.js';
import { texts as all } from './texts.js';

const texts = all.deeds;

/** What an administrator may do to an account, and the link to set a new password, once. */
export function AccountDeeds({ account }: { account: AccountView }) {
  const { id, name, email } = account;
  const navigate = useNavigate();
  const [link, setLink] = useState<LinkView>();
  const [asked, setAsked] = useState<DoneDeed>();
  const isDisabled = account.disabled_at !== null;

  const reset = { ...texts.reset(name), run: async () => setLink(await createResetLink(id)) };
  const end = { ...texts.end(name), run: () => endSessionsOf(id) };
  const enable = { ...texts.enable(name), run: () => enableAccount(id) };
  const disable = { ...texts.disable(name), isGrave: true, run: () => disableAccount(id) };
  const grant = { ...texts.grant(name), run: () => makeAdministrator(id) };
  const withdraw = { ...texts.withdraw(name), isGrave: true, run: () => withdrawAdministrator(id) };
  const remove = {
    ...texts.remove(name),
    isGrave: true,
    typed: { word: email, label: fill(texts.type, { word: <strong>{email}</strong> }) },
    run: async () => {
      await deleteAccount(id);
      await navigate({ to: '/administration' });
    },
  };
  const deeds: DoneDeed[] = [
    ...(isDisabled ? [] : [...(signInMethods().password ? [reset] : []), end]),
    isDisabled ? enable : disable,
    ...(account.is_listed ? [] : [account.is_administrator ? withdraw : grant]),
    remove,
  ];
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="deeds">
      <Title order={2} size="h4" id="deeds">
        {texts.title}
      </Title>
      {link && (
        <ShownLink title={all.linkTitle(name)} link={link.link} label={all.linkLabel}>
          {fill(all.linkHint, { when: <TimeAgo time={link.expires_at} /> })}
        </ShownLink>
      )}
      <Group gap="xs" mt="sm">
        {deeds.map((deed) => (
          <Button
            key={deed.action}
            variant={deed === remove ? 'filled' : 'default'}
            color={deed === remove ? 'pennant.8' : undefined}
            size="xs"
            onClick={() => setAsked(deed)}
          >
            {deed.action}
          </Button>
        ))}
      </Group>
      {account.is_listed && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.listed}
        </Text>
      )}
      <ConfirmDeed deed={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
