import { Text } from '@mantine/core';
import { Difference } from '../../toggle/difference.js';
import type { PlanLine } from './plan-lines.js';
import { texts } from './texts.js';

/** What a flag gets; after a change by another user, also what the page showed before. */
export const PlannedChange = ({ line: { changes, seen } }: { line: PlanLine }) => (
  <>
    {changes.length > 0 ? <Difference changes={changes} /> : <Text size="sm">{texts.noLonger}</Text>}
    {seen && (
      <Text size="xs" c="var(--warn)" mt={4}>
        {seen.length > 0 ? texts.youSaw : texts.notSeen}
      </Text>
    )}
    {seen && seen.length > 0 && <Difference changes={seen} />}
  </>
);
