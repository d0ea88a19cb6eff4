import type { SharedView } from '@burgee/contracts/http';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CopyAction } from '../../../feedback/copying/copyable.js';
import { EditSharedView } from './edit-shared-view.js';
import { texts } from './texts.js';
import { ViewRow } from './view-row.js';

interface Props {
  projectId: string;
  view: SharedView;
  /** The search of the page as a query. */
  query: string;
  canEdit: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** A shared view: everyone opens it and copies its link, editors change it. */
export function SharedViewRow({ projectId, view, query, canEdit, onOpen, onDelete }: Props) {
  const { id, name, search, created_by_name: who } = view;
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!editing && wasEditing.current) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing)
    return <EditSharedView projectId={projectId} view={view} query={query} onClose={() => setEditing(false)} />;
  return (
    <ViewRow
      name={name}
      by={who === null ? texts.byUnknown : texts.by(who)}
      isCurrent={search === query}
      onOpen={onOpen}
      onDelete={canEdit ? onDelete : undefined}
    >
      <CopyAction
        value={new URL(`/projects/${projectId}/flags?view=${id}`, window.location.origin).href}
        what={texts.link(name)}
      />
      {canEdit && (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          aria-label={texts.edit(name)}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
    </ViewRow>
  );
}
