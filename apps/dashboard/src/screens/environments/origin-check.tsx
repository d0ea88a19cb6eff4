import type { EnvironmentView } from '@burgee/contracts/http';
import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useUpdateEnvironment } from '../../api/environments.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { lookUpOrigin, type OriginLookup } from './look-up-origin.js';
import classes from './environments-screen.module.css';
import { texts as all } from './texts.js';
import { fill } from '../../feedback/fill.js';
import { listNames } from '../../feedback/format.js';

const texts = all.origins;

interface Props {
  projectId: string;
  environments: EnvironmentView[];
  mayRegister: boolean;
}

/** Finds the most common reason why a page gets no flags: its origin differs a little from the registered one. */
export function OriginCheck({ projectId, environments, mayRegister }: Props) {
  const [address, setAddress] = useState('');
  const result = address.trim() === '' ? undefined : lookUpOrigin(address, environments);
  return (
    <section className={`panel ${classes.check}`} aria-labelledby="origin-check">
      <Title order={2} id="origin-check">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <TextInput
        label={texts.address}
        placeholder={texts.addressExample}
        value={address}
        inputMode="url"
        autoComplete="off"
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div role="status">{result && <LookupResult result={result} />}</div>
      {result?.kind === 'refused' && mayRegister && (
        <Register key={result.origin} projectId={projectId} environments={environments} result={result} />
      )}
    </section>
  );
}

function LookupResult({ result }: { result: OriginLookup }) {
  switch (result.kind) {
    case 'allowed':
      return (
        <Alert className="notice-done" icon={<IconCircleCheck aria-hidden />} title={texts.allowed}>
          <Text size="sm" className="any-text">
            {fill(texts.allowedFor, {
              origin: <Code>{result.origin}</Code>,
              environments: listNames(result.environments.map(({ name }) => name)),
            })}
          </Text>
        </Alert>
      );
    case 'refused':
      return (
        <Alert className="notice-danger" icon={<IconCircleX aria-hidden />} title={texts.refused}>
          <Text size="sm" className="any-text">
            {fill(texts.refusedWhy, { origin: <Code>{result.origin}</Code> })}{' '}
            {result.near &&
              fill(texts.near, {
                environment: result.near.environment.name,
                origin: <Code>{result.near.environment.url}</Code>,
                differs: result.near.differs,
              })}
          </Text>
        </Alert>
      );
    case 'no-origin':
      return (
        <Alert className="notice-danger" icon={<IconCircleX aria-hidden />} title={texts.noOrigin}>
          <Text size="sm">{fill(texts.noOriginWhy, { scheme: result.scheme, command: <Code>npx serve</Code> })}</Text>
        </Alert>
      );
    default:
      return (
        <Text size="sm" c="dimmed" className={classes.unreadable}>
          <IconHelpCircle size={16} aria-hidden /> {texts.unreadable}
        </Text>
      );
  }
}

function Register({
  projectId,
  environments,
  result,
}: Omit<Props, 'mayRegister'> & { result: Extract<OriginLookup, { kind: 'refused' }> }) {
  const update = useUpdateEnvironment(projectId);
  const free = environments.find(({ url }) => url === null);
  const [chosen, setChosen] = useState(result.near?.environment.id ?? free?.id ?? environments[0]?.id ?? null);
  const environment = environments.find(({ id }) => id === chosen);
  if (!environment) return null;
  const register = () =>
    update.mutate(
      { id: environment.id, url: result.origin },
      {
        onSuccess: ({ name }) => showDone(texts.registered(name), texts.registeredHint(result.origin)),
        onError: (error) => showFailure(texts.failed, error),
      },
    );
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={texts.registerFor}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
          value={environment.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button onClick={register} loading={update.isPending}>
          {texts.register(result.origin)}
        </Button>
      </Group>
      {environment.url && (
        <Text size="sm" className={classes.grace}>
          {fill(texts.replaces, { origin: <Code>{environment.url}</Code> })}
        </Text>
      )}
    </Stack>
  );
}
