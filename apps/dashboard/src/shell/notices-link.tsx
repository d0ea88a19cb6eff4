import { IconBell } from '@tabler/icons-react';
import { useUnreadNotices } from '../api/notices.js';
import { Count } from './count.js';
import { PageLink } from './links.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

/** The page of the account's notices, and how many are unread. */
export function NoticesLink({ onNavigate }: { onNavigate?: () => void }) {
  const { count, hasMore } = useUnreadNotices();
  return (
    <PageLink
      to="/notices"
      activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      label={texts.pages.notices}
      leftSection={<IconBell size={18} stroke={1.8} aria-hidden />}
      rightSection={<Count count={count} says={texts.unread(count, hasMore)} hasMore={hasMore} />}
      className={classes.link}
      onClick={onNavigate}
    />
  );
}
