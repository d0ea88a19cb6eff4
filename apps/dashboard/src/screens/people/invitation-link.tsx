import type { InvitationWithLink } from '@burgee/contracts/http';
import { Alert, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import classes from './people-screen.module.css';

/** A link that has just been made. It cannot be shown again, but made anew. */
export function InvitationLink({ invitation: { link, email, role, expires_at } }: { invitation: InvitationWithLink }) {
  const address = new URL(link, window.location.origin).href;
  return (
    <Alert color="teal" variant="light" mt="md" role="status">
      <Text fw={600} mb="xs">
        Hand on this link
      </Text>
      <div className={classes.link}>
        <code className={classes.linkText} aria-label="Invitation link">
          {address}
        </code>
        <CopyAction value={address} what="invitation link" />
      </div>
      <Text size="sm" className="any-text">
        It makes {email ?? 'whoever opens it first'} {role}, once. It expires <TimeAgo time={expires_at} /> and is not
        shown again.
      </Text>
    </Alert>
  );
}
