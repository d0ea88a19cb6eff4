import type { FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useFlag, useFlags } from '../../api/flags.js';
import { useProject } from '../../api/projects.js';
import { valueIn } from '../../api/value-in.js';
import { useCopy } from '../../feedback/copying/use-copy.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { Page } from '../../shell/page.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { ChooseFlag } from './choose-flag.js';
import { hasShares } from '../../toggle/unconditional-value.js';
import { FlagField } from './flag-field.js';
import { NoFlag } from './no-flag.js';
import { UserAndResult } from './user-and-result.js';
import { useTyped } from './use-typed.js';
import type { EvaluateSearch } from './evaluate-search.js';
import { texts } from './texts.js';

const RampView = lazyPart(async () => (await import('./ramp-view.js')).RampView);
const route = getRouteApi('/inside/projects/$projectId/who');

/** Evaluates flags in the page, with the SDKs' evaluator. */
export function EvaluateScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const flags = useFlags(projectId);
  const { flag: chosen } = route.useSearch();
  const set = useSet();
  // The list of users stays in this page, for all flags.
  const [users, setUsers] = useState('');
  // A link to a deleted flag must not show another one.
  const flag = flags.find(({ id }) => id === chosen);
  const page = () => {
    if (flags.length === 0 || (chosen !== undefined && !flag)) return <NoFlag projectId={projectId} chosen={chosen} />;
    if (project.environments.length === 0) return <NoEnvironment projectId={projectId} role={project.role} />;
    if (!flag) return <ChooseFlag flags={flags} onFlag={(id) => set({ flag: id })} />;
    return (
      <Suspense fallback={<RowsSkeleton rows={6} />}>
        <Playground key={flag.id} project={project} flags={flags} flagId={flag.id} users={users} onUsers={setUsers} />
      </Suspense>
    );
  };
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={texts.lead} actions={flag && <CopyLink />}>
      {page()}
    </Page>
  );
}

/** Changes the address. */
function useSet() {
  const navigate = route.useNavigate();
  return (change: EvaluateSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
}

interface Props {
  project: ProjectView;
  flags: readonly FlagSummary[];
  flagId: string;
  users: string;
  onUsers: (lines: string) => void;
}

function Playground({ project, flags, flagId, users, onUsers }: Props) {
  const { flag } = useFlag(flagId);
  const search = route.useSearch();
  const set = useSet();
  const [key, setKey] = useTyped(search.key ?? '', (value) => set({ key: value || undefined }));
  const [attributes, setAttributes] = useTyped(search.context ?? '', (value) => set({ context: value || undefined }));
  const decided = project.environments.filter(({ id }) => {
    const value = valueIn(flag, id);
    return value && hasShares(value, flag.type);
  });
  return (
    <>
      <UserAndResult
        flag={flag}
        environments={project.environments}
        targetingKey={key}
        attributes={attributes}
        before={<FlagField flags={flags} flag={flag} onFlag={(id) => set({ flag: id, share: undefined })} />}
        onTargetingKey={setKey}
        onAttributes={setAttributes}
      />
      {decided.length > 0 && (
        <RampView flag={flag} environments={decided} search={search} onChange={set} users={users} onUsers={onUsers} />
      )}
    </>
  );
}

/** The address contains all input except the list of users. */
function CopyLink() {
  const { copied, copy } = useCopy(window.location.href);
  return (
    <Button variant="default" leftSection={copied && <IconCheck size={18} aria-hidden />} onClick={copy}>
      {copied ? texts.copied : texts.copyLink}
    </Button>
  );
}
