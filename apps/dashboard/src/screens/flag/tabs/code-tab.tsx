import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { firstUnprotected } from '../../../environment/first-unprotected.js';
import { KeyAndSnippets } from '../../connect/key-and-snippets.js';
import { texts as all } from '../texts.js';
import { FlagLimits } from '../unleash/flag-limits.js';

const texts = all.code;

/** The code of each language that reads this flag. */
export function CodeTab({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const { environments } = project;
  const [chosen, setChosen] = useState(firstUnprotected(environments)?.id);
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0];
  if (!environment) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <Stack className="panel" p="lg">
      <NativeSelect
        label={texts.environment}
        data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={environment.id}
        maw="20rem"
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <KeyAndSnippets
        environment={environment}
        flag={flag}
        role={project.role}
        notes={{ Unleash: <FlagLimits flag={flag} environments={environments} /> }}
      />
    </Stack>
  );
}
