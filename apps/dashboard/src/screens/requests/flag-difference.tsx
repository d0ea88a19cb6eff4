import type { RequestedFlag } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { AnchorLink } from '../../shell/links.js';
import { differences } from '../../toggle/describe-value.js';
import { Difference } from '../../toggle/difference.js';
import { texts } from './texts.js';

/** Both sides, and the current value if another user has changed it since. */
export function FlagDifference({
  projectId,
  change: { flag_id, key, action, from, to, current, is_changed },
  isOpen,
}: {
  projectId: string;
  change: RequestedFlag;
  isOpen: boolean;
}) {
  const meanwhile = current ? differences(from, current) : [];
  return (
    <div>
      <Text fw={600} className="mono any-text">
        {current === null ? (
          key
        ) : (
          <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId, flagId: flag_id }} inherit>
            {key}
          </AnchorLink>
        )}
      </Text>
      {action !== 'update' && <Text size="sm">{texts.removals[action]}</Text>}
      {to && <Difference changes={differences(from, to)} />}
      {isOpen && is_changed && (
        <>
          <Text size="sm" c="dimmed">
            {current === null ? texts.gone : meanwhile.length > 0 ? texts.nowIs : texts.back}
          </Text>
          {meanwhile.length > 0 && <Difference changes={meanwhile} />}
        </>
      )}
    </div>
  );
}
