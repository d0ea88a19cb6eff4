import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flagUsageQuery } from '../../../api/usage.js';
import { useKeptError } from '../../../api/use-kept-error.js';
import { EmptyState } from '../../../feedback/empty-state.js';
import { RowsSkeleton } from '../../../feedback/loading/page-skeleton.js';
import { texts } from '../../../usage/texts.js';
import { UsageError } from '../../../usage/usage-error.js';
import { WaysToReport } from '../../../usage/ways-to-report.js';
import { UsageInEnvironment } from './usage-in-environment.js';

const PERIODS = [1, 7, 30];

/** When, how often, with which variants and by which applications this flag is evaluated, by their reports. */
export function UsageTab({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const [days, setDays] = useState(7);
  const { data, error, refetch } = useKeptError(useQuery(flagUsageQuery(flag.id, days)));
  if (data?.every(({ last_at }) => last_at === null))
    return (
      <div className="panel">
        <EmptyState icon={<IconChartBar />} title={texts.none}>
          <Text ta="start" component="div" inherit>
            {texts.noneHint}
            <WaysToReport />
          </Text>
        </EmptyState>
      </div>
    );
  return (
    <Stack>
      <SegmentedControl
        aria-label={texts.period}
        data={PERIODS.map((one) => ({ value: String(one), label: texts.periodOf(one) }))}
        value={String(days)}
        maw="24rem"
        onChange={(chosen) => setDays(Number(chosen))}
      />
      {error && <UsageError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={6} />}
      {data &&
        project.environments.map((environment) => {
          const usage = data.find(({ environment_id }) => environment_id === environment.id);
          return (
            usage && <UsageInEnvironment key={environment.id} environment={environment} usage={usage} days={days} />
          );
        })}
      <Text size="sm" c="dimmed">
        {texts.advice}
      </Text>
    </Stack>
  );
}
