import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { flagsQuery } from '../api/flags.js';
import { projectQuery, projectsQuery } from '../api/projects.js';
import { useMe } from '../api/session.js';
import { copyText } from '../feedback/copying/copy-text.js';
import { showDone } from '../feedback/toasts/toasts.js';
import { lastProject } from '../session/last-project.js';
import { useSignOutAndLeave } from '../session/use-sign-out-and-leave.js';
import { useColorScheme } from '../shell/use-color-scheme.js';
import { useGuideAddress } from '../shell/use-guide-address.js';
import type { Flip } from '../toggle/flip.js';
import { archiveItems, commandItems, flagItems, pageItems, projectItems, switchItems } from './palette-items.js';
import type { PaletteItem } from './palette-item.js';
import { texts } from './texts.js';

interface Options {
  opened: boolean;
  onFlip: (flip: Flip) => void;
  onNewFlag: () => void;
  onSheet: () => void;
}

/** All items of the palette here, for this user. Flags and projects load when it opens. */
export function usePaletteItems({ opened, onFlip, onNewFlag, onSheet }: Options) {
  const navigate = useNavigate();
  const reader = useMe();
  const { projectId: open, flagId } = useParams({ strict: false });
  // Outside of projects it finds pages and flags of the last one.
  const projectId = open ?? lastProject(reader.id) ?? '';
  const isInside = projectId !== '';
  const { data: projects } = useQuery({ ...projectsQuery, enabled: opened });
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: opened && isInside });
  const { data: flags, isPending } = useQuery({ ...flagsQuery(projectId), enabled: opened && isInside });
  const { toggleColorScheme } = useColorScheme();
  const guide = useGuideAddress();
  const signOut = useSignOutAndLeave();
  const items = useMemo(() => {
    // With a state of its own: the router does nothing for a second visit of the same hash.
    const go = (to: string, params = {}, hash = '', search = {}) =>
      void navigate({ to, params, search, ...(hash && { hash, state: { visit: Date.now() } }) } as Parameters<
        typeof navigate
      >[0]);
    const copy = async (key: string, what: string) => {
      if (await copyText(key)) showDone(texts.copied(what));
      else (await import('../feedback/copying/show-to-copy.js')).showToCopy(key);
    };
    const here = open === undefined ? undefined : project;
    // Items of a project that is not open say which.
    const inProject = (found: PaletteItem[]) =>
      project && !here
        ? found.map((item) => ({ ...item, also: [project.name, item.also].filter(Boolean).join(', ') }))
        : found;
    return [
      ...inProject(pageItems(project, go)),
      ...commandItems(here, {
        go,
        reader,
        copy: (key, what) => void copy(key, what),
        onNewFlag,
        onSheet,
        show: (address) => void window.open(address, '_blank', 'noopener'),
        guide,
        onScheme: () => toggleColorScheme(),
        onSignOut: signOut,
      }),
      ...archiveItems(here, flags ?? [], flagId, go),
      ...inProject(flagItems(project, flags ?? [], go)),
      ...projectItems(projects ?? [], go),
      ...switchItems(here, flags ?? [], onFlip),
    ];
    // The other values are new at each render, but equivalent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [project, projects, flags, reader, open, flagId, guide]);
  return { items, isLoading: isInside && isPending, isInside: project !== undefined };
}
