import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { latestValuesQuery } from '../../api/audit.js';
import { isArchived, useFlag } from '../../api/flags.js';
import { may, useProject } from '../../api/projects.js';
import { entryOf } from '../../api/value-author.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { ArchivedNotice } from './archived-notice.js';
import { EnvironmentCard } from './environment-card.js';
import { FlagActions } from './flag-actions.js';
import { FlagAbout } from './flag-about.js';
import classes from './flag-screen.module.css';
import type { Drafts } from './drafts.js';
import { UnsavedBar } from './unsaved-bar.js';
import { useDrafts } from './use-drafts.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { texts } from './texts.js';

const CompareDialog = whenOpened(async () => (await import('./compare-dialog.js')).CompareDialog);
const ConflictDialog = whenOpened(async () => (await import('./conflict-dialog.js')).ConflictDialog);
const NONE: Drafts = {};
const route = getRouteApi('/inside/projects/$projectId/flags/$flagId');

/** The page of a flag, also after it is deleted. */
export function FlagScreen() {
  const { projectId, flagId } = route.useParams();
  const project = useProject(projectId);
  const { flag, wasDeleted } = useFlag(flagId);
  if (!wasDeleted) return <FlagValues project={project} flag={flag} />;
  return (
    <Page title={flag.key} tab={texts.tab(flag.key, project.name)}>
      <div className="panel" role="alert">
        <EmptyState
          icon={<IconTrash />}
          title={texts.deleted(flag.key)}
          action={
            <ButtonLink to="/projects/$projectId/flags" params={{ projectId }}>
              {texts.all}
            </ButtonLink>
          }
        >
          {texts.deletedHint}
        </EmptyState>
      </div>
    </Page>
  );
}

/** Its values in all environments, edited here and saved together. */
function FlagValues({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const { drafts: begun, set, discard, takeUp, save, leave, isSaving, overtaken } = useDrafts(flag);
  // Nothing of an archived flag can be saved.
  const drafts = isArchived(flag) ? NONE : begun;
  const [comparing, setComparing] = useState(false);
  const [looking, setLooking] = useState<string>();
  const { data: entries } = useQuery(latestValuesQuery(project.id, flag.id));
  const mayEdit = may(project.role, 'editor');
  const canEdit = mayEdit && !isArchived(flag);
  useLeaveGuard(Object.keys(drafts).length > 0, leave);
  const conflict = overtaken.find(({ environment_id }) => environment_id === looking);
  return (
    <Page
      title={flag.key}
      tab={texts.tab(flag.key, project.name)}
      lead={<FlagAbout flag={flag} />}
      actions={<FlagActions flag={flag} canEdit={mayEdit} onCompare={() => setComparing(true)} />}
    >
      {project.environments.length === 0 ? (
        <NoEnvironment projectId={project.id} role={project.role} />
      ) : (
        !mayEdit && (
          <Text size="sm" c="dimmed" mb="md">
            {texts.readOnly(project.role)}
          </Text>
        )
      )}
      <ArchivedNotice flag={flag} canEdit={mayEdit} />
      <div className={classes.cards}>
        {project.environments.map((environment) => {
          const row = flag.environments.find(({ environment_id }) => environment_id === environment.id);
          if (!row) return null;
          return (
            <EnvironmentCard
              key={environment.id}
              flag={flag}
              environment={environment}
              row={row}
              draft={drafts[environment.id]}
              author={entryOf(row, entries?.[environment.id])?.user_name}
              canEdit={canEdit}
              onChange={(patch) => set(environment.id, patch)}
              onLook={() => setLooking(environment.id)}
            />
          );
        })}
      </div>
      <UnsavedBar
        flag={flag}
        environments={project.environments}
        drafts={drafts}
        isSaving={isSaving}
        overtaken={overtaken}
        onDiscard={() => discard()}
        onSave={() => void save()}
        onLook={setLooking}
      />
      <ConflictDialog
        opened={conflict !== undefined}
        row={conflict}
        draft={conflict && drafts[conflict.environment_id]}
        onTheirs={() => conflict && discard(conflict.environment_id)}
        onMine={() => conflict && takeUp(conflict.environment_id)}
        onClose={() => setLooking(undefined)}
      />
      <CompareDialog
        opened={comparing}
        flag={flag}
        drafts={drafts}
        canEdit={canEdit}
        onCopy={set}
        onClose={() => setComparing(false)}
      />
    </Page>
  );
}
