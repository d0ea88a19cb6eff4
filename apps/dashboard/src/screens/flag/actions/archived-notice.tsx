import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Alert, Button, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { editsSome } from '../../../api/projects.js';
import { whyNotEverywhere } from '../../../environment/why-not.js';
import { fill } from '../../../feedback/fill.js';
import { TimeAgo } from '../../../feedback/time/time-ago.js';
import { confirmUnarchive } from './confirm-unarchive.js';
import { texts } from '../texts.js';
import { useUnarchive } from './use-unarchive.js';

interface Props {
  flag: FlagView;
  project: ProjectView;
}

/** Says that a flag is archived, and unarchives it. */
export function ArchivedNotice({ flag, project }: Props) {
  const { environments } = project;
  const whyNot = whyNotEverywhere(project);
  const unarchive = useUnarchive(flag, environments);
  if (!flag.archived_at) return null;
  return (
    <Alert className="notice-warn" title={texts.archived} icon={<IconArchive aria-hidden />} mb="md" role="status">
      {fill(texts.archivedHint, { when: <TimeAgo time={flag.archived_at} /> })}
      {editsSome(project) && (
        <Button
          disabled={whyNot !== undefined}
          size="compact-sm"
          variant="default"
          mt="xs"
          display="block"
          onClick={() => void confirmUnarchive(flag, environments, unarchive)}
        >
          {texts.unarchive}
        </Button>
      )}
      {editsSome(project) && whyNot && <Text size="xs">{whyNot}</Text>}
    </Alert>
  );
}
