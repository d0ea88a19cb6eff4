import type { EnvironmentView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { Difference } from '../../../toggle/difference.js';
import { changesOf, type Drafts } from './drafts.js';

interface Props {
  environments: readonly EnvironmentView[];
  drafts: Drafts;
}

/** The unsaved changes, environment by environment. */
export const DraftSummary = ({ environments, drafts }: Props) =>
  environments.map((environment) => {
    const draft = drafts[environment.id];
    return (
      draft && (
        <div key={environment.id}>
          <Text size="sm" fw={500} mt={4} component="div">
            <EnvironmentName environment={environment} />
          </Text>
          <Difference changes={changesOf(draft)} />
        </div>
      )
    );
  });
