import type { ConfiguredProviderView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersQuery, tryProvider, useGoToProvider } from '../../api/single-sign-on.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { SignInProblem } from '../../session/sign-in-problem.js';
import { AdministrationPage } from './administration-page.js';
import classes from './administration.module.css';
import { texts as all } from './texts.js';

const texts = all.provider;

/** The providers that people sign in with, as the operator configured them. */
export function ProvidersScreen() {
  const { data, error, refetch } = useKeptError(useQuery(providersQuery));
  const problem = new URLSearchParams(window.location.search).get('problem');
  return (
    <AdministrationPage title={all.providers} lead={texts.lead}>
      {problem && <SignInProblem code={problem} />}
      {error && <ErrorNotice error={error} title={texts.failed} onRetry={() => void refetch()} />}
      {data && !data.password && <Text mb="md">{texts.passwordsOff}</Text>}
      {data?.providers.length === 0 && <Text>{texts.none}</Text>}
      {data?.providers.map((provider) => (
        <Provider key={provider.id} provider={provider} />
      ))}
    </AdministrationPage>
  );
}

function Provider({ provider }: { provider: ConfiguredProviderView }) {
  const { id, name, issuer, domains, groups_claim, redirect_uri, logout_uri, answers, tried, failure } = provider;
  const attempt = useGoToProvider(tryProvider);
  const facts = [
    [texts.issuer, issuer],
    [texts.domains, domains.join(', ') || texts.noDomains],
    [texts.groupsClaim, groups_claim],
  ] as const;
  const toEnter = [
    [texts.redirectUri, redirect_uri],
    [texts.afterLogout, redirect_uri.replace(/\/api\/auth\/.*/, '/sign-in')],
    [texts.logoutUri, logout_uri],
  ] as const;
  return (
    <section className={`panel ${classes.panel}`} aria-label={name}>
      <Stack gap="xs">
        <Title order={2} className="any-text">
          {name}
        </Title>
        <Text size="sm">{answers ? texts.answers : texts.down}</Text>
        {facts.map(([label, value]) => (
          <Text key={label} size="sm" className="any-text">
            {label}: {value}
          </Text>
        ))}
        {toEnter.map(([label, value]) => (
          <Group key={label} gap={4} wrap="nowrap">
            <Text size="sm" className="any-text">
              {label}: {value}
            </Text>
            <CopyAction value={value} what={label} />
          </Group>
        ))}
        {attempt.error && <ErrorNotice error={attempt.error} title={texts.notTried} />}
        {failure !== null && (
          <Text role="status" size="sm" className="any-text">
            {texts.because(failure)}
          </Text>
        )}
        {tried && (
          <Text role="status" className="any-text">
            {texts.works(provider, tried, domains)}
          </Text>
        )}
        <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate(id)}>
          {texts.try(name)}
        </Button>
      </Stack>
    </section>
  );
}
