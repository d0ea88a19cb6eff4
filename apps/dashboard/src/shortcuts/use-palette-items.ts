import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { flagsQuery } from '../api/flags.js';
import { projectQuery, projectsQuery } from '../api/projects.js';
import { useMe } from '../api/session.js';
import { copyText } from '../feedback/copying/copy-text.js';
import { showDone } from '../feedback/toasts/toasts.js';
import { useSignOutAndLeave } from '../session/use-sign-out-and-leave.js';
import { useColorScheme } from '../shell/use-color-scheme.js';
import { useGuideAddress } from '../shell/use-guide-address.js';
import type { Flip } from '../toggle/flip.js';
import { commandItems, flagItems, pageItems, projectItems, switchItems } from './palette-items.js';
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
  const { projectId = '', flagId } = useParams({ strict: false });
  const isInside = projectId !== '';
  const { data: projects } = useQuery({ ...projectsQuery, enabled: opened });
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: opened && isInside });
  const { data: flags, isPending } = useQuery({ ...flagsQuery(projectId), enabled: opened && isInside });
  const reader = useMe();
  const { toggleColorScheme } = useColorScheme();
  const guide = useGuideAddress();
  const signOut = useSignOutAndLeave();
  const items = useMemo(() => {
    // With a state of its own: the router does nothing for a second visit of the same hash.
    const go = (to: string, params = {}, hash = '') =>
      void navigate({ to, params, ...(hash && { hash, state: { visit: Date.now() } }) } as Parameters<
        typeof navigate
      >[0]);
    const copy = async (key: string, what: string) => {
      if (await copyText(key)) showDone(texts.copied(what));
      else (await import('../feedback/copying/show-to-copy.js')).showToCopy(key);
    };
    return [
      ...pageItems(project, go),
      ...commandItems(project, {
        go,
        reader,
        openFlag: flags?.find(({ id }) => id === flagId),
        copy: (key, what) => void copy(key, what),
        onNewFlag,
        onSheet,
        show: (address) => void window.open(address, '_blank', 'noopener'),
        guide,
        onScheme: () => toggleColorScheme(),
        onSignOut: signOut,
      }),
      ...flagItems(project, flags ?? [], go),
      ...projectItems(projects ?? [], go),
      ...switchItems(project, flags ?? [], onFlip),
    ];
    // The other values are new at each render, but equivalent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [project, projects, flags, reader, flagId, guide]);
  return { items, isLoading: isInside && isPending };
}
