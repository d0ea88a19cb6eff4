import { Text } from '@mantine/core';
import { Difference } from '../../toggle/difference.js';
import { changesOf, type Draft } from './drafts.js';

/** What would change, environment by environment. */
export function DraftSummary({ drafts }: { drafts: readonly Draft[] }) {
  return drafts.map((draft) => (
    <div key={draft.base.environment_id}>
      <Text size="sm" c="dimmed" mt={4} className="any-text">
        {draft.base.environment_name}
      </Text>
      <Difference changes={changesOf(draft)} />
    </div>
  ));
}
