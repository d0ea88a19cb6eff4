import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { proveAtProvider } from '../api/single-sign-on.js';
import { signInMethods } from './sign-in-methods.js';

const confirmWith = (name: string) => `Confirm with ${name}`;

/** For accounts that sign in by a provider: a fresh proof there, which leads back to this page. */
export function ProveAtProvider() {
  const { providers } = signInMethods();
  const prove = useMutation({
    mutationFn: (id: string) => proveAtProvider(id, window.location.pathname + window.location.search),
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <Group gap="xs">
      {providers.map(({ id, name }) => (
        <Button key={id} size="xs" variant="default" loading={prove.isPending} onClick={() => prove.mutate(id)}>
          {confirmWith(name)}
        </Button>
      ))}
    </Group>
  );
}
