import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Alert, Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { confirmUnarchive } from './confirm-unarchive.js';
import { texts } from './texts.js';
import { useUnarchive } from './use-unarchive.js';

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  canEdit: boolean;
}

/** Says that a flag is archived, and unarchives it. */
export function ArchivedNotice({ flag, environments, canEdit }: Props) {
  const unarchive = useUnarchive(flag, environments);
  if (!flag.archived_at) return null;
  return (
    <Alert className="notice-warn" title={texts.archived} icon={<IconArchive aria-hidden />} mb="md" role="status">
      {fill(texts.archivedHint, { when: <TimeAgo time={flag.archived_at} /> })}
      {canEdit && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          display="block"
          onClick={() => void confirmUnarchive(flag, environments, unarchive)}
        >
          {texts.unarchive}
        </Button>
      )}
    </Alert>
  );
}
