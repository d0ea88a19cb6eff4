import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { AnchorLink } from '../../shell/links.js';
import { lastList } from '../flags/last-list.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

/** Links back to the list of flags with its search, filters and scroll position. */
export function BackToFlags({ projectId }: { projectId: string }) {
  const router = useRouter();
  const list = lastList(projectId);
  const goBack = (event: MouseEvent) => {
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const cameFromIt = list?.index !== undefined && router.history.location.state.__TSR_index === list.index + 1;
    if (isOther || !cameFromIt) return;
    event.preventDefault();
    router.history.back();
  };
  return (
    <AnchorLink
      to="/projects/$projectId/flags"
      params={{ projectId }}
      search={list?.search ?? {}}
      size="sm"
      underline="hover"
      className={classes.back}
      onClick={goBack}
    >
      <IconArrowLeft size={16} aria-hidden /> {texts.back}
    </AnchorLink>
  );
}
