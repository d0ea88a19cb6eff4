import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { isArchived } from '../../../api/flags.js';
import { AnchorLink } from '../../../shell/links.js';
import { texts as evaluateTexts } from '../../evaluate/texts.js';
import { UserAndResult } from '../../evaluate/user-and-result.js';
import { texts } from '../texts.js';

/** Evaluates this flag for one user, in each environment. */
export function WhoTab({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const [key, setKey] = useState('');
  const [attributes, setAttributes] = useState('');
  if (isArchived(flag)) return <Text>{evaluateTexts.archivedHint}</Text>;
  return (
    <>
      <UserAndResult
        flag={flag}
        environments={project.environments}
        targetingKey={key}
        attributes={attributes}
        onTargetingKey={setKey}
        onAttributes={setAttributes}
      />
      <AnchorLink to="/projects/$projectId/who" params={{ projectId: project.id }} search={{ flag: flag.id }} size="sm">
        {texts.rampLink}
      </AnchorLink>
    </>
  );
}
