import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identitiesQuery, proveAtProvider, useGoToProvider } from '../api/single-sign-on.js';
import { ErrorNotice } from '../feedback/errors/error-notice.js';
import { isLinked, signInMethods } from './sign-in-methods.js';

const texts = {
  confirmWith: (name: string) => `Confirm with ${name}`,
  failed: 'The provider could not be asked',
};

/** For accounts that sign in by a provider: a fresh proof there, which leads back to this page. */
export function ProveAtProvider() {
  const { providers } = signInMethods();
  const { data } = useQuery({ ...identitiesQuery, enabled: providers.length > 0 });
  const prove = useGoToProvider((id) => proveAtProvider(id, window.location.pathname + window.location.search));
  return (
    <>
      {prove.error && <ErrorNotice error={prove.error} title={texts.failed} />}
      <Group gap="xs">
        {providers
          .filter((provider) => !data || isLinked(data, provider))
          .map(({ id, name }) => (
            <Button key={id} size="xs" variant="default" loading={prove.isPending} onClick={() => prove.mutate(id)}>
              {texts.confirmWith(name)}
            </Button>
          ))}
      </Group>
    </>
  );
}
