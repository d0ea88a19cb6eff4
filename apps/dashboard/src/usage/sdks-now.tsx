import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentUsageQuery } from '../api/usage.js';
import { listNames } from '../feedback/format.js';
import { useNow } from '../feedback/time/use-now.js';
import { recentSdks } from './name-sdks.js';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  environmentId: string;
}

/** The SDKs of an environment, by the reports of applications. Empty without reports. */
export function SdksNow({ projectId, environmentId }: Props) {
  const now = useNow();
  const { data } = useQuery(environmentUsageQuery(projectId, environmentId));
  const sdks = recentSdks(data?.apps ?? [], now);
  if (sdks.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" className="any-text">
      {texts.sdksNow(listNames(sdks))}
    </Text>
  );
}
