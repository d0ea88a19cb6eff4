import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentUsageQuery } from '../../../api/usage.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { LimitList } from './limit-list.js';
import { limitsIn } from './limits-in.js';
import { ofUsedSdks } from './of-used-sdks.js';
import { texts } from './texts.js';

interface Props {
  flag: FlagView;
  environment: EnvironmentView;
  /** The edited value. */
  value: ValueState;
}

/**
 * Warns where the Unleash SDKs that report usage decide differently about a value. Without usage reports it shows
 * nothing.
 */
export function UsedLimits({ flag, environment, value }: Props) {
  const limits = limitsIn(flag, [{ environment: environment.name, value }]);
  const { data } = useQuery({
    ...environmentUsageQuery(flag.project_id, environment.id),
    enabled: limits.length > 0,
  });
  const shown = ofUsedSdks(limits, data?.apps ?? []);
  if (shown.length === 0) return null;
  return (
    <Alert className="notice-warn" title={texts.ofValue} role="status" mt="md">
      <LimitList limits={shown} />
    </Alert>
  );
}
