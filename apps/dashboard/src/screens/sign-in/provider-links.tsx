import { Button, Stack } from '@mantine/core';
import type { MouseEvent } from 'react';
import { startAt, useGoToProvider } from '../../api/single-sign-on.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { keptInvitation } from '../../session/kept-invitation.js';
import { lastProvider, noteProvider, signInMethods, startAddress } from '../../session/sign-in-methods.js';
import { texts } from './texts.js';

interface Props {
  back: string | undefined;
  label?: (provider: string) => string;
  onLeave?: () => void;
}

/** Leads to the providers, the last used first. An invitation goes with it: it may make the account. */
export function ProviderLinks({ back, label = texts.with, onLeave }: Props) {
  const last = lastProvider();
  const invitation = back === '/invitation' ? keptInvitation()?.token : undefined;
  const start = useGoToProvider((id) => startAt(id, back, invitation));
  const { password, providers: all } = signInMethods();
  const providers = all.toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
  if (providers.length === 0) return null;
  const go = (event: MouseEvent, id: string) => {
    noteProvider(id);
    onLeave?.();
    // In another tab the address does it, without the invitation.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    start.mutate(id);
  };
  return (
    <Stack gap="xs" mb="md">
      {start.error && <ErrorNotice error={start.error} title={texts.failed} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={startAddress(id, back)}
          variant={id === last || (!password && all.length === 1) ? 'filled' : 'default'}
          fullWidth
          className="any-text"
          onClick={(event: MouseEvent) => go(event, id)}
        >
          {label(name)}
        </Button>
      ))}
    </Stack>
  );
}
