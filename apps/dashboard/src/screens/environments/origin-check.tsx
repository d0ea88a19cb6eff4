import type { EnvironmentView } from '@burgee/contracts/http';
import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useUpdateEnvironment } from '../../api/environments.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { isOfEveryApp } from './environment-changes.js';
import { originsOf, withOrigin } from './environment-draft.js';
import { lookUpOrigin, type OriginLookup } from './look-up-origin.js';
import classes from './environments-screen.module.css';
import { texts as all } from './texts.js';
import { fill } from '../../feedback/fill.js';
import { listNames } from '../../feedback/format.js';

const texts = all.origins;

const ConfirmOrigin = lazyDialog(async () => (await import('./confirm-origin.js')).ConfirmOrigin);

interface Props {
  projectId: string;
  environments: EnvironmentView[];
  mayRegister: boolean;
}

/** Finds the most common reason why a page gets no flags: its origin differs slightly from the registered one. */
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
                origin: <Code>{result.near.origin}</Code>,
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

type Refused = Extract<OriginLookup, { kind: 'refused' }>;

/** The environment to begin with: the nearly matching one, or one without an origin; never a protected one. */
function firstChoice(environments: readonly EnvironmentView[], { near }: Refused): EnvironmentView | undefined {
  const unprotected = environments.filter(({ protected: guarded }) => !guarded);
  return (
    unprotected.find(({ id }) => id === near?.environment.id) ??
    unprotected.find((environment) => originsOf(environment).length === 0) ??
    unprotected[0]
  );
}

function Register({ projectId, environments, result }: Omit<Props, 'mayRegister'> & { result: Refused }) {
  const update = useUpdateEnvironment(projectId);
  const [chosen, setChosen] = useState(() => firstChoice(environments, result)?.id ?? '');
  const [asking, { open, close }] = useDisclosure();
  const environment = environments.find(({ id }) => id === chosen);
  const register = () => {
    if (!environment) return;
    update.mutate(
      { id: environment.id, ...withOrigin(environment, result.origin) },
      {
        onSuccess: ({ name }) => {
          close();
          showDone(texts.registered(name), texts.registeredHint(result.origin));
        },
        onError: (error) => showFailure(texts.failed, error),
      },
    );
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={texts.registerFor}
          data={[
            ...(environment ? [] : [{ value: '', label: texts.choose }]),
            ...environments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button onClick={environment?.protected ? open : register} loading={update.isPending} disabled={!environment}>
          {texts.register(result.origin)}
        </Button>
      </Group>
      {isOfEveryApp(result.origin) && (
        <Text size="sm" className={classes.grace}>
          {all.everyApp(result.origin)}
        </Text>
      )}
      {environment && (
        <ConfirmOrigin
          opened={asking}
          environment={environment}
          origin={result.origin}
          isPending={update.isPending}
          error={update.error}
          onConfirm={register}
          onClose={close}
        />
      )}
    </Stack>
  );
}
