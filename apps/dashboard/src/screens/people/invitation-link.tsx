import type { InvitationWithLink } from '@burgee/contracts/http';
import { Alert, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';
import { fill } from '../../feedback/fill.js';

/** The button that created the link was disabled, and so lost the focus. */
const takeFocus = (notice: HTMLElement | null) => notice?.focus();

/** A new link. The service cannot show it again, but can replace it. */
export function InvitationLink({ invitation: { link, email, role, expires_at } }: { invitation: InvitationWithLink }) {
  const address = new URL(link, window.location.origin).href;
  return (
    <Alert key={link} ref={takeFocus} tabIndex={-1} className="notice-done" mt="md" role="status">
      <Text fw={600} mb="xs">
        {texts.linkTitle}
      </Text>
      <div className={classes.link}>
        <code className={classes.linkText} aria-label={texts.linkLabel}>
          {address}
        </code>
        <CopyAction value={address} what={texts.copyLink} />
      </div>
      <Text size="sm" className="any-text">
        {fill(texts.linkHint, { who: email ?? texts.onePerson, role, when: <TimeAgo time={expires_at} /> })}
      </Text>
    </Alert>
  );
}
