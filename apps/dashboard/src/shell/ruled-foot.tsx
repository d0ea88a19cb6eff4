import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';
import type { ChangeNote } from '../api/change-note.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { describeRules, holdOf } from '../environment/holds.js';
import { DialogFoot } from '../feedback/dialogs/dialog-foot.js';
import { NoteFoot } from './note-foot.js';

interface Props {
  project: Pick<ProjectView, 'id' | 'role'>;
  /** The environments that the change affects. */
  environments: readonly EnvironmentView[];
  /** The changes to request approval for, if they can be requested. */
  requested: RequestedChanges | undefined;
  action: string;
  change: { isPending: boolean; error?: unknown };
  failed?: string;
  disabled?: boolean;
  isGrave?: boolean;
  onSend: (note?: ChangeNote) => void;
  /** @param isRequested whether the user has requested approval */
  onClose: (isRequested: boolean) => void;
}

/** The end of a dialog that changes flags: the rules of their environments decide what it asks for. */
export function RuledFoot({ project, environments, requested, onSend, onClose, isGrave = false, ...foot }: Props) {
  const isOwner = project.role === 'owner';
  const reason = holdOf(environments, isOwner);
  if (reason === undefined)
    return (
      <DialogFoot
        {...foot}
        isGrave={isGrave}
        focus="cancel"
        onConfirm={() => onSend()}
        onCancel={() => onClose(false)}
      />
    );
  return (
    <NoteFoot
      {...foot}
      {...{ reason, environments, requested, isOwner }}
      projectId={project.id}
      rules={describeRules(reason, environments).join(' ')}
      onClose={(answer) => (answer && 'note' in answer ? onSend(answer.note) : onClose(answer !== undefined))}
    />
  );
}
