import type { EnvironmentView } from '@burgee/contracts/http';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentUsageQuery } from '../../api/usage.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { listNames } from '../../feedback/format.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { texts } from '../../usage/texts.js';
import { UsageError } from '../../usage/usage-error.js';
import { AppsTable } from './apps-table.js';
import { UnknownKeys } from './unknown-keys.js';

interface Props {
  projectId: string;
  environment: EnvironmentView;
}

/** The applications of an environment with their SDKs and revisions, and evaluated keys that no flag has. */
export function ProjectUsage({ projectId, environment }: Props) {
  const { data, error, refetch } = useKeptError(useQuery(environmentUsageQuery(projectId, environment.id)));
  const protocols = [...new Set(data?.bulk.map(({ app }) => app))];
  return (
    <Stack component="section" className="panel" p="lg" aria-labelledby="applications">
      <Title order={2} id="applications">
        {texts.project.applications}
      </Title>
      {error && <UsageError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} />}
      {data && (
        <>
          <AppsTable environment={environment} apps={data.apps} />
          {protocols.length > 0 && (
            <Text size="sm" c="dimmed" className="any-text">
              {texts.bulk(listNames(protocols))}
            </Text>
          )}
          <UnknownKeys keys={data.unknown_keys} />
        </>
      )}
    </Stack>
  );
}
