import type { EnvironmentView } from '@burgee/contracts/http';
import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentUsageQuery } from '../../api/usage.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { listNames } from '../../feedback/format.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { texts as all } from '../../usage/texts.js';
import { UsageError } from '../../usage/usage-error.js';
import { AppsTable } from './apps-table.js';
import { UnknownKeys } from './unknown-keys.js';

const texts = all.project;

interface Props {
  projectId: string;
  environments: readonly EnvironmentView[];
}

/** The applications of an environment with their SDKs and flags, and evaluated keys that no flag has. */
export function ProjectUsage({ projectId, environments }: Props) {
  const [chosen, setChosen] = useState<string>();
  // Protected environments matter most.
  const first = environments.find(({ protected: guarded }) => guarded) ?? environments[0];
  const environment = environments.find(({ id }) => id === chosen) ?? first;
  if (!environment) return null;
  return (
    <Stack component="section" className="panel" p="lg" mt="md" aria-labelledby="usage">
      <div>
        <Title order={2} id="usage">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {all.advice}
        </Text>
      </div>
      <NativeSelect
        label={texts.environment}
        data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={environment.id}
        maw="20rem"
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Reports projectId={projectId} environment={environment} />
    </Stack>
  );
}

function Reports({ projectId, environment }: { projectId: string; environment: EnvironmentView }) {
  const { data, error, refetch } = useKeptError(useQuery(environmentUsageQuery(projectId, environment.id)));
  const protocols = [...new Set(data?.bulk.map(({ app }) => app))];
  return (
    <>
      {error && <UsageError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} />}
      {data && (
        <>
          <AppsTable environment={environment} apps={data.apps} />
          {protocols.length > 0 && (
            <Text size="sm" c="dimmed" className="any-text">
              {all.bulk(listNames(protocols))}
            </Text>
          )}
          <UnknownKeys keys={data.unknown_keys} />
        </>
      )}
    </>
  );
}
