import { IconArchive, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { flagQuery, isArchived } from '../../api/flags.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { ButtonLink } from '../../shell/links.js';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  /** The flag of the address, which is not in use. */
  chosen: string | undefined;
}

/** Says why there is nothing to evaluate: no flag exists, or the chosen one is archived or deleted. */
export function NoFlag({ projectId, chosen }: Props) {
  const { data: flag, isLoading } = useQuery({
    ...flagQuery(chosen ?? ''),
    enabled: chosen !== undefined,
    retry: false,
  });
  if (isLoading) return <RowsSkeleton rows={6} />;
  if (flag?.project_id === projectId && isArchived(flag)) {
    return (
      <div className="panel">
        <EmptyState
          icon={<IconArchive />}
          title={texts.archived(flag.key)}
          action={
            <ButtonLink to="/projects/$projectId/flags/$flagId" params={{ projectId, flagId: flag.id }}>
              {texts.toFlag}
            </ButtonLink>
          }
        >
          {texts.archivedHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="panel">
      <EmptyState
        icon={<IconUserQuestion />}
        title={chosen === undefined ? texts.none : texts.gone}
        action={
          <ButtonLink to="/projects/$projectId/flags" params={{ projectId }}>
            {texts.toFlags}
          </ButtonLink>
        }
      >
        {chosen === undefined ? texts.noneHint : texts.goneHint}
      </EmptyState>
    </div>
  );
}
