import type { EnvironmentView } from '@burgee/contracts/http';
import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useUpdateEnvironment } from '../../api/environments.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { lookUpOrigin, type OriginLookup } from './look-up-origin.js';
import classes from './environments-screen.module.css';

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
        May my page fetch flags?
      </Title>
      <Text size="sm" c="dimmed">
        Browsers name the page's origin with each request, and only registered ones are answered. Servers send none and
        are always answered.
      </Text>
      <TextInput
        label="Address of a page"
        placeholder="Paste it from the address bar"
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
        <Alert color="teal" variant="light" icon={<IconCircleCheck aria-hidden />} title="Allowed">
          <Text size="sm" className="any-text">
            This page's origin is <Code>{result.origin}</Code>, registered for{' '}
            {result.environments.map(({ name }) => name).join(', ')}.
          </Text>
        </Alert>
      );
    case 'refused':
      return (
        <Alert color="pennant" variant="light" icon={<IconCircleX aria-hidden />} title="Not registered">
          <Text size="sm" className="any-text">
            This page's origin is <Code>{result.origin}</Code>, and no environment of this project has it.
            {result.near && (
              <>
                {' '}
                {result.near.environment.name} has <Code>{result.near.environment.url}</Code>: {result.near.differs}.
              </>
            )}
          </Text>
        </Alert>
      );
    case 'no-origin':
      return (
        <Alert color="pennant" variant="light" icon={<IconCircleX aria-hidden />} title="It has no origin">
          <Text size="sm">
            Browsers send “null” for {result.scheme} pages, which cannot be registered. Serve the page over http, such
            as with <Code>npx serve</Code>.
          </Text>
        </Alert>
      );
    default:
      return (
        <Text size="sm" c="dimmed" className={classes.unreadable}>
          <IconHelpCircle size={16} aria-hidden /> That is not a web address yet.
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
        onSuccess: ({ name }) => showDone(`Registered for ${name}`, `${result.origin} may fetch flags now.`),
        onError: (error) => showFailure('The origin was not registered', error),
      },
    );
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Register it for"
          data={environments.map(({ id, icon, name }) => ({ value: id, label: `${icon} ${name}` }))}
          value={environment.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button onClick={register} loading={update.isPending}>
          Register {result.origin}
        </Button>
      </Group>
      {environment.url && (
        <Text size="sm" className={classes.grace}>
          It replaces <Code>{environment.url}</Code>, whose pages are refused from then on.
        </Text>
      )}
    </Stack>
  );
}
