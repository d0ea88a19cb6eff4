import { Button, Stack } from '@mantine/core';
import { lastProvider, noteProvider, signInMethods, startAddress } from '../../session/sign-in-methods.js';
import { texts } from './texts.js';

/** Leads to the providers, the last used first. */
export function ProviderLinks({ back }: { back: string | undefined }) {
  const last = lastProvider();
  const providers = signInMethods().providers.toSorted(
    (one, other) => Number(other.id === last) - Number(one.id === last),
  );
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={startAddress(id, back)}
          variant={id === last ? 'filled' : 'default'}
          fullWidth
          className="any-text"
          onClick={() => noteProvider(id)}
        >
          {texts.with(name)}
        </Button>
      ))}
    </Stack>
  );
}
