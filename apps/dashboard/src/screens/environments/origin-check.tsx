import type { EnvironmentView } from '@burgee/contracts';
import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useUpdateEnvironment } from '../../api/environments.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { judgeOrigin, type OriginVerdict } from './judge-origin.js';
import classes from './environments-screen.module.css';

interface Props {
  projectId: string;
  environments: EnvironmentView[];
  mayRegister: boolean;
}

/** The commonest reason why a page gets no flags: its origin is not quite the one that is registered. */
export function OriginCheck({ projectId, environments, mayRegister }: Props) {
  const [address, setAddress] = useState('');
  const verdict = address.trim() === '' ? undefined : judgeOrigin(address, environments);
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
      <div role="status">{verdict && <Verdict verdict={verdict} />}</div>
      {verdict?.kind === 'refused' && mayRegister && (
        <Register key={verdict.origin} projectId={projectId} environments={environments} verdict={verdict} />
      )}
    </section>
  );
}

function Verdict({ verdict }: { verdict: OriginVerdict }) {
  switch (verdict.kind) {
    case 'allowed':
      return (
        <Alert color="teal" variant="light" icon={<IconCircleCheck aria-hidden />} title="Allowed">
          <Text size="sm" className="any-text">
            This page's origin is <Code>{verdict.origin}</Code>, registered for{' '}
            {verdict.environments.map(({ name }) => name).join(', ')}.
          </Text>
        </Alert>
      );
    case 'refused':
      return (
        <Alert color="pennant" variant="light" icon={<IconCircleX aria-hidden />} title="Not registered">
          <Text size="sm" className="any-text">
            This page's origin is <Code>{verdict.origin}</Code>, and no environment of this project has it.
            {verdict.near && (
              <>
                {' '}
                {verdict.near.environment.name} has <Code>{verdict.near.environment.url}</Code>: {verdict.near.differs}.
              </>
            )}
          </Text>
        </Alert>
      );
    case 'no-origin':
      return (
        <Alert color="pennant" variant="light" icon={<IconCircleX aria-hidden />} title="It has no origin">
          <Text size="sm">
            Browsers send “null” for {verdict.scheme} pages, which cannot be registered. Serve the page over http, such
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
  verdict,
}: Omit<Props, 'mayRegister'> & { verdict: Extract<OriginVerdict, { kind: 'refused' }> }) {
  const update = useUpdateEnvironment(projectId);
  const free = environments.find(({ url }) => url === null);
  const [chosen, setChosen] = useState(verdict.near?.environment.id ?? free?.id ?? environments[0]?.id ?? null);
  const environment = environments.find(({ id }) => id === chosen);
  if (!environment) return null;
  const register = () =>
    update.mutate(
      { id: environment.id, url: verdict.origin },
      {
        onSuccess: ({ name }) => showDone(`Registered for ${name}`, `${verdict.origin} may fetch flags now.`),
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
          Register {verdict.origin}
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
