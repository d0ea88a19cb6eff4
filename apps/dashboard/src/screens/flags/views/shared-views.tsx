import type { SharedView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sharedViewsQuery, useCreateSharedView, useDeleteSharedView } from '../../../api/shared-views.js';
import { useKeptError } from '../../../api/use-kept-error.js';
import { ErrorNotice } from '../../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../../feedback/loading/page-skeleton.js';
import { showDone, showFailure, showUndo } from '../../../feedback/toasts/toasts.js';
import { SharedViewRow } from './shared-view-row.js';
import classes from './views-panel.module.css';
import { texts } from './texts.js';

interface Props {
  project: { id: string; name: string };
  query: string;
  canEdit: boolean;
  onOpen: (query: string) => void;
  /** Its button is gone, and so is the focus. */
  onDeleted: () => void;
}

/** The views that everyone in the project sees. */
export function SharedViews({ project, query, canEdit, onOpen, onDeleted }: Props) {
  const { data, error, refetch } = useKeptError(useQuery(sharedViewsQuery(project.id)));
  const remove = useDeleteSharedView(project.id);
  const create = useCreateSharedView(project.id);
  const restore = ({ name, search }: SharedView) =>
    create.mutateAsync({ name, search }).then(
      () => showDone(texts.restored(name)),
      (thrown: unknown) => showFailure(texts.notRestored, thrown),
    );
  const deleteView = (view: SharedView) =>
    void remove.mutateAsync(view.id).then(
      () => {
        onDeleted();
        showUndo(texts.removedForAll(view.name), () => restore(view));
      },
      (thrown: unknown) => showFailure(texts.notRemoved, thrown),
    );
  return (
    <section aria-labelledby="views-of-all">
      <Text id="views-of-all" size="xs" fw={600} c="dimmed" className="any-text">
        {texts.everyone(project.name)}
      </Text>
      {error && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={2} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {canEdit ? texts.noneShared : texts.noneToSee}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((view) => (
            <SharedViewRow
              key={view.id}
              projectId={project.id}
              view={view}
              query={query}
              canEdit={canEdit}
              onOpen={() => onOpen(view.search)}
              onDelete={() => deleteView(view)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
