import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Alert } from '@mantine/core';
import { isArchived } from '../../../api/flags.js';
import { valueIn } from '../../../api/value-in.js';
import { LimitList } from './limit-list.js';
import { limitsIn } from './limits-in.js';
import { texts } from './texts.js';

/** Warns where Unleash's SDKs decide differently about a flag, in all of its environments. */
export function FlagLimits({ flag, environments }: { flag: FlagView; environments: readonly EnvironmentView[] }) {
  const values = environments.flatMap(({ id, name }) => {
    const value = valueIn(flag, id);
    return value ? [{ environment: name, value }] : [];
  });
  // The SDKs do not get archived flags.
  const limits = isArchived(flag) ? [] : limitsIn(flag, values);
  if (limits.length === 0) return null;
  return (
    <Alert className="notice-warn" title={texts.ofFlag} role="status" mt="sm">
      <LimitList limits={limits} namesEnvironments />
    </Alert>
  );
}
