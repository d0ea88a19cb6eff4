import { IconInbox } from '@tabler/icons-react';
import { useUnreadNotices } from '../api/notices.js';
import { Count } from './count.js';
import { PageLink } from './links.js';
import { texts } from './texts.js';

/** The account's inbox, and how many of its notices are unread. */
export function NoticesLink({ onNavigate }: { onNavigate?: () => void }) {
  const { count, hasMore } = useUnreadNotices();
  return (
    <PageLink
      to="/inbox"
      activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      label={texts.pages.notices}
      icon={<IconInbox size={18} stroke={1.8} aria-hidden />}
      count={<Count count={count} says={texts.unread(count, hasMore)} hasMore={hasMore} />}
      onClick={onNavigate}
    />
  );
}
