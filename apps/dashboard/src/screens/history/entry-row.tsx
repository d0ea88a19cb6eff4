import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';
import { Button, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconFlag3,
  IconFolder,
  IconKey,
  IconStack2,
  IconToggleRight,
  IconUser,
} from '@tabler/icons-react';
import { CopyAction } from '../../feedback/copyable.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { AnchorLink } from '../../shell/links.js';
import { entryFields } from './entry-fields.js';
import classes from './history-screen.module.css';
import { describeEntry } from './describe-entry.js';
import { texts } from './texts.js';

const ICONS: Record<AuditAction, typeof IconFlag3> = {
  flag_toggle: IconToggleRight,
  flag_create: IconFlag3,
  flag_update: IconFlag3,
  flag_rename: IconFlag3,
  flag_delete: IconFlag3,
  flag_archive: IconFlag3,
  flag_unarchive: IconFlag3,
  environment_create: IconStack2,
  environment_update: IconStack2,
  environment_delete: IconStack2,
  sdk_key_rotate: IconKey,
  client_key_rotate: IconKey,
  invitation_create: IconUser,
  invitation_decline: IconUser,
  invitation_withdraw: IconUser,
  member_add: IconUser,
  member_update: IconUser,
  member_remove: IconUser,
  project_create: IconFolder,
  project_update: IconFolder,
  project_delete: IconFolder,
};

interface Props {
  entry: AuditEntryView;
  /** Names of existing environments, by id. */
  environments: Readonly<Record<string, string>>;
  /** Whether its flag still exists. */
  flagExists: boolean;
  /** Defined if the user may restore the value. */
  onRestore: (() => void) | undefined;
}

/** Who did what, when, and what differs. */
export function EntryRow({ entry, environments, flagExists, onRestore }: Props) {
  const Icon = ICONS[entry.action];
  const fields = entryFields(entry, environments);
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-on={entry.action === 'flag_toggle' && entry.new_values?.is_enabled === true}>
        <Icon size={18} stroke={1.8} aria-hidden />
      </span>
      <div className={classes.body}>
        <div className={classes.line}>
          <Saying entry={entry} flagExists={flagExists} />
          <Text size="sm" c="dimmed" className={classes.when} component="div">
            <TimeAgo time={entry.created_at} />
          </Text>
        </div>
        {fields.length > 0 && (
          <dl className={classes.fields}>
            {fields.map(({ field, before, after }) => (
              <div key={field} className={classes.field}>
                <dt>{field}</dt>
                <dd>
                  {before !== undefined && <del>{before}</del>}
                  {before !== undefined && after !== undefined && (
                    <IconArrowRight size={14} aria-label={texts.becomes} />
                  )}
                  {after !== undefined && <ins>{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className={classes.foot}>
          {onRestore && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={onRestore}
            >
              {texts.restore}
            </Button>
          )}
          {entry.request_id && <CopyAction value={entry.request_id} what={texts.requestId} />}
        </div>
      </div>
    </li>
  );
}

function Saying({ entry, flagExists }: Pick<Props, 'entry' | 'flagExists'>) {
  const { verb, subject, environment } = describeEntry(entry);
  const { project_id: projectId, flag_id: flagId } = entry;
  return (
    <Text component="p" className={`any-text ${classes.saying}`}>
      <AnchorLink
        to="/projects/$projectId/history"
        params={{ projectId }}
        search={(before) => ({ ...before, actor: entry.user_id })}
        className={classes.actor}
      >
        {entry.user_name}
      </AnchorLink>{' '}
      {verb}{' '}
      {subject !== undefined &&
        (flagId !== null && flagExists ? (
          <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId, flagId }} className="mono">
            {subject}
          </AnchorLink>
        ) : (
          <strong className={flagId === null ? undefined : 'mono'}>{subject}</strong>
        ))}
      {environment !== undefined && (
        <>
          {' '}
          {texts.in} <strong>{environment}</strong>
        </>
      )}
    </Text>
  );
}
