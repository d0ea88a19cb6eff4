import type { LinkView } from '@burgee/contracts/http';
import { Alert, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import classes from './administration.module.css';
import { texts } from './texts.js';

/** A new link. The service cannot show it again, but can replace it. */
export function ResetLink({ link: { link, expires_at }, name }: { link: LinkView; name: string }) {
  const address = new URL(link, window.location.origin).href;
  return (
    <Alert key={link} className="notice-done" mt="sm" role="status">
      <Text fw={600} mb="xs" className="any-text">
        {texts.linkTitle(name)}
      </Text>
      <div className={classes.link}>
        <code className={classes.linkText} aria-label={texts.linkLabel}>
          {address}
        </code>
        <CopyAction value={address} what={texts.copyLink} />
      </div>
      <Text size="sm" component="div">
        {fill(texts.linkHint, { when: <TimeAgo time={expires_at} /> })}
      </Text>
    </Alert>
  );
}
