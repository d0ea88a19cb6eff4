import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useAudit } from '../../../api/audit.js';
import { EmptyState } from '../../../feedback/empty-state.js';
import { ErrorNotice } from '../../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../../feedback/loading/page-skeleton.js';
import { AnchorLink } from '../../../shell/links.js';
import { Timeline } from '../../history/timeline.js';
import { useNames } from '../../history/use-names.js';
import { texts as all } from '../texts.js';

const texts = all.activity;
const NONE_DELETED: ReadonlySet<string> = new Set();
const isNoneAwaited = () => false;

/** The history of this flag. */
export function ActivityTab({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const audit = useAudit(project.id, { flag: flag.id }, isNoneAwaited);
  const entries = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  const names = useNames(project, entries);
  if (audit.isPending) return <RowsSkeleton rows={6} />;
  if (audit.error && !audit.data)
    return <ErrorNotice error={audit.error} title={texts.failed} onRetry={() => void audit.refetch()} />;
  if (entries.length === 0)
    return (
      <div className="panel">
        <EmptyState icon={<IconHistory />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      </div>
    );
  return (
    <>
      <Timeline project={project} entries={entries} names={names} deleted={NONE_DELETED} />
      <Group mt="md">
        {audit.hasNextPage && (
          <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            {texts.older}
          </Button>
        )}
        <AnchorLink
          size="sm"
          to="/projects/$projectId/history"
          params={{ projectId: project.id }}
          search={{ flag: flag.id }}
        >
          {texts.whole}
        </AnchorLink>
      </Group>
    </>
  );
}
