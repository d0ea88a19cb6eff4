import type { EnvironmentView, SwitchOffLinkView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { may } from '../../api/projects.js';
import { useRevokeSwitchOffLink, useSwitchOffLinks } from '../../api/switch-off-links.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import classes from '../../feedback/row-list.module.css';
import { texts } from './texts.js';

interface Props {
  environment: EnvironmentView;
  role: Role;
  onMake: () => void;
  onClose: () => void;
}

export function LinkList({ environment, role, onMake, onClose }: Props) {
  const { data: links, error } = useSwitchOffLinks(environment);
  const isOwner = may(role, 'owner');
  return (
    <Stack>
      <EnvironmentName environment={environment} />
      {error && <ErrorNotice error={error} title={texts.failedToLoad} />}
      {!links && !error && <Loader size="sm" />}
      {links?.length === 0 && <Text size="sm">{texts.empty}</Text>}
      {links && links.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {links.map((link) => (
            <LinkRow key={link.id} environment={environment} link={link} isOwner={isOwner} />
          ))}
        </ul>
      )}
      {!isOwner && (
        <Text size="sm" c="dimmed">
          {texts.onlyOwners}
        </Text>
      )}
      <DialogFoot
        action={isOwner ? texts.make : undefined}
        onConfirm={onMake}
        cancel={texts.close}
        onCancel={onClose}
        focus="action"
      />
    </Stack>
  );
}

function subjectOf({ flag_key, tag, effect }: SwitchOffLinkView): string {
  if (flag_key !== null) return effect === 'off' ? texts.flag(flag_key) : texts.flagBack(flag_key);
  return effect === 'off' ? texts.tag(tag ?? '') : texts.tagBack(tag ?? '');
}

function Use({ link: { ended_at, last_used_at, created_by_name } }: { link: SwitchOffLinkView }) {
  if (ended_at !== null)
    return (
      <Text size="xs" component="div" className={classes.trouble}>
        {fill(texts.ended, { when: <TimeAgo time={ended_at} /> })}
      </Text>
    );
  return (
    <Text size="xs" c="dimmed" component="div" className="any-text">
      {last_used_at === null ? texts.unused : fill(texts.used, { when: <TimeAgo time={last_used_at} /> })}
      {created_by_name !== null && fill(texts.madeBy, { who: created_by_name })}
    </Text>
  );
}

interface RowProps {
  environment: EnvironmentView;
  link: SwitchOffLinkView;
  isOwner: boolean;
}

/** A link, and its revocation: the question is in the row, because a dialog is open already. */
function LinkRow({ environment, link, isOwner }: RowProps) {
  const { id, name } = link;
  const [isAsked, setAsked] = useState(false);
  const revoke = useRevokeSwitchOffLink(environment);
  // Not in callbacks of mutate(): this row is gone by then.
  const revokeNow = () =>
    void revoke.mutateAsync(id).then(
      () => showDone(texts.revoked(name)),
      (error: unknown) => showFailure(texts.revokeFailed, error),
    );
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={600} className="any-text">
          {name}
        </Text>
        <Text size="sm" className="any-text">
          {subjectOf(link)}
        </Text>
        <Use link={link} />
      </div>
      {isOwner && !isAsked && (
        <Button variant="default" size="xs" aria-label={texts.revokeNamed(name)} onClick={() => setAsked(true)}>
          {texts.revoke}
        </Button>
      )}
      {isOwner && isAsked && (
        <>
          <Button
            variant="default"
            size="xs"
            autoFocus
            aria-label={texts.keepNamed(name)}
            onClick={() => setAsked(false)}
          >
            {texts.keep}
          </Button>
          <Button
            color="pennant.8"
            size="xs"
            loading={revoke.isPending}
            aria-label={texts.revokeNowNamed(name)}
            onClick={revokeNow}
          >
            {texts.revokeNow}
          </Button>
        </>
      )}
    </li>
  );
}
