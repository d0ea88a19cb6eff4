import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wantsProof } from '../../api/proof.js';
import { identitiesQuery, linkProvider, unlinkProvider, useGoToProvider } from '../../api/single-sign-on.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { ProveAtProvider } from '../../session/prove-at-provider.js';
import { SignInProblem } from '../../session/sign-in-problem.js';
import { isLinked, signInMethods } from '../../session/sign-in-methods.js';
import classes from './account-screen.module.css';

const texts = {
  title: 'Sign-in',
  'taken-over': 'This account is yours now. Its password, its other sessions and linked providers were removed.',
  linked: 'The provider is linked.',
  link: (name: string) => `Link ${name}`,
  unlink: 'Unlink',
  unlinked: 'Provider unlinked',
  failed: 'That did not work',
  none: 'No provider is linked.',
  proof: 'You signed in a while ago. Sign in again, or confirm it:',
};

/** The providers that sign this account in. */
export function LinkedProviders() {
  const queries = useQueryClient();
  const { providers } = signInMethods();
  const { data, error } = useQuery(identitiesQuery);
  const link = useGoToProvider(linkProvider);
  const unlink = useMutation({
    mutationFn: unlinkProvider,
    onSuccess: () => {
      showDone(texts.unlinked);
      void queries.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    },
  });
  const search = new URLSearchParams(window.location.search);
  const [sso, problem] = [search.get('sso'), search.get('problem')];
  const failure = link.error ?? unlink.error;
  if (providers.length === 0 && !data?.identities.length) return null;
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="providers">
      <Title order={2} id="providers">
        {texts.title}
      </Title>
      <Stack mt="sm">
        {problem && <SignInProblem code={problem} />}
        {(sso === 'taken-over' || sso === 'linked') && <Alert role="status">{texts[sso]}</Alert>}
        {error && <ErrorNotice error={error} title={texts.failed} />}
        {failure && !wantsProof(failure) && <ErrorNotice error={failure} title={texts.failed} />}
        {failure && wantsProof(failure) && (
          <>
            <Text size="sm">{texts.proof}</Text>
            <ProveAtProvider />
          </>
        )}
        {data?.identities.length === 0 && <Text size="sm">{texts.none}</Text>}
        {data?.identities.map(({ id, issuer, email }) => (
          <Group key={id} justify="space-between">
            <Text size="sm" className="any-text">
              {email ?? issuer}
              <Text size="xs" c="dimmed" span display="block">
                {issuer}
              </Text>
            </Text>
            <Button size="xs" variant="subtle" loading={unlink.isPending} onClick={() => unlink.mutate(id)}>
              {texts.unlink}
            </Button>
          </Group>
        ))}
        {providers
          .filter((provider) => !data || !isLinked(data, provider))
          .map(({ id, name }) => (
            <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
              {texts.link(name)}
            </Button>
          ))}
      </Stack>
    </section>
  );
}
