import type { Role } from '@burgee/contracts/wire';
import { IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ButtonLink } from '../../shell/links.js';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  /** The reader's role. */
  role: Role;
  /** Creates one; without it the page links to the environments. */
  create?: ReactNode;
}

/** A project without environments: there is nothing to switch, and no app can connect. */
export function NoEnvironment({ projectId, role, create }: Props) {
  const isAdmin = may(role, 'admin');
  const link = (
    <ButtonLink to="/projects/$projectId/environments" params={{ projectId }}>
      {texts.goTo}
    </ButtonLink>
  );
  return (
    <div className="panel">
      <EmptyState icon={<IconStack2 />} title={texts.none} action={isAdmin && (create ?? link)}>
        {texts.noneHint} {isAdmin ? texts.noneForAdmin : texts.noneForOthers}
      </EmptyState>
    </div>
  );
}
