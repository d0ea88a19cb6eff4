import { useRouter } from '@tanstack/react-router';
import type { ToastLink } from '../../../feedback/toasts/toast-anchor.js';
import { texts } from './texts.js';

/** The link to archived flags. */
export function useArchivedLink(projectId: string): ToastLink {
  const router = useRouter();
  const place = { to: '/projects/$projectId/flags', params: { projectId }, search: { archived: true } } as const;
  return {
    label: texts.toArchived,
    href: router.buildLocation(place).href,
    go: () => void router.navigate(place),
  };
}
