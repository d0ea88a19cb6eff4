import type { FlagView, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isArchived, useFlag } from '../../api/flags.js';
import { editsSome, useProject } from '../../api/projects.js';
import { useMe } from '../../api/session.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { ArchivedNotice } from './actions/archived-notice.js';
import { BackToFlags } from './back-to-flags.js';
import { EnvironmentsTab } from './environments/environments-tab.js';
import { FlagActions } from './actions/flag-actions.js';
import { FlagAbout } from './flag-about.js';
import { FlagTabs } from './tabs/flag-tabs.js';
import type { Drafts } from './drafts/drafts.js';
import { UnsavedBar } from './drafts/unsaved-bar.js';
import { useDrafts } from './drafts/use-drafts.js';
import { useLeaveGuard } from '../../feedback/dialogs/use-leave-guard.js';
import { texts } from './texts.js';

const CompareDialog = lazyDialog(async () => (await import('./drafts/compare-dialog.js')).CompareDialog);
const ConflictDialog = lazyDialog(async () => (await import('./drafts/conflict-dialog.js')).ConflictDialog);
const CodeTab = lazyPart(async () => (await import('./tabs/code-tab.js')).CodeTab);
const UsageTab = lazyPart(async () => (await import('./tabs/usage-tab.js')).UsageTab);
const ActivityTab = lazyPart(async () => (await import('./tabs/activity-tab.js')).ActivityTab);
const WhoTab = lazyPart(async () => (await import('./tabs/who-tab.js')).WhoTab);
const NONE: Drafts = {};
const route = getRouteApi('/inside/projects/$projectId/flags/$flagId');

/** The page of a flag, even after its deletion. */
export function FlagScreen() {
  const { projectId, flagId } = route.useParams();
  const project = useProject(projectId);
  const { flag, wasDeleted } = useFlag(flagId);
  const me = useMe();
  // Unsaved changes belong to a user, who is not known while auth does not answer.
  if (!wasDeleted) return <FlagValues key={me.id} project={project} flag={flag} />;
  return (
    <Page title={flag.key} tab={texts.tab(flag.key, project.name)}>
      <div className="panel" role="alert">
        <EmptyState
          icon={<IconTrash />}
          title={texts.deleted(flag.key)}
          action={
            <ButtonLink to="/projects/$projectId/flags" params={{ projectId }}>
              {texts.back}
            </ButtonLink>
          }
        >
          {texts.deletedHint}
        </EmptyState>
      </div>
    </Page>
  );
}

/**
 * The flag's values in all environments, edited here and saved together; its usage, code, history and audience.
 */
function FlagValues({ project, flag }: { project: ProjectView; flag: FlagView }) {
  const {
    drafts: begun,
    set,
    discard,
    takeUp,
    save,
    leave,
    isSaving,
    overtaken,
  } = useDrafts(flag, project.environments);
  // Nothing of an archived flag can be saved.
  const drafts = isArchived(flag) ? NONE : begun;
  const [comparing, setComparing] = useState(false);
  const [looking, setLooking] = useState<string>();
  const canEdit = !isArchived(flag);
  useLeaveGuard(Object.keys(drafts).length > 0, texts.unsaved.leave, leave);
  const conflict = overtaken.find(({ environment_id }) => environment_id === looking);
  const ofFlag = { project, flag };
  return (
    <Page
      title={flag.key}
      besideTitle={<CopyAction value={flag.key} what={texts.key} />}
      tab={texts.tab(flag.key, project.name)}
      back={<BackToFlags projectId={project.id} />}
      lead={<FlagAbout flag={flag} environments={project.environments} />}
      actions={editsSome(project) && <FlagActions flag={flag} project={project} />}
    >
      {!editsSome(project) && (
        <Text size="sm" c="dimmed" mb="md">
          {texts.readOnly(project.role)}
        </Text>
      )}
      <ArchivedNotice flag={flag} project={project} />
      <FlagTabs
        panels={{
          environments:
            project.environments.length === 0 ? (
              <NoEnvironment projectId={project.id} role={project.role} />
            ) : (
              <EnvironmentsTab
                {...ofFlag}
                drafts={drafts}
                canEdit={canEdit}
                onChange={set}
                onLook={setLooking}
                onCompare={() => setComparing(true)}
              />
            ),
          usage: <UsageTab {...ofFlag} />,
          code: <CodeTab {...ofFlag} />,
          activity: <ActivityTab {...ofFlag} />,
          who: <WhoTab {...ofFlag} />,
        }}
      />
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
        type={flag.type}
        row={conflict}
        draft={conflict && drafts[conflict.environment_id]}
        onTheirs={() => conflict && discard(conflict.environment_id)}
        onMine={() => conflict && takeUp(conflict.environment_id)}
        onClose={() => setLooking(undefined)}
      />
      <CompareDialog
        opened={comparing}
        flag={flag}
        environments={project.environments}
        drafts={drafts}
        canEdit={canEdit}
        onCopy={set}
        onClose={() => setComparing(false)}
      />
    </Page>
  );
}
