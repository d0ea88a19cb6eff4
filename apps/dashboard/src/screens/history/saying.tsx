import type { AuditEntryView } from '@burgee/contracts/http';
import { AnchorLink } from '../../shell/links.js';
import { describeEntry, isByGroups } from './describe-entry.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';
import { environmentOf, type Line } from './to-lines.js';

interface Props {
  line: Line;
  deleted: ReadonlySet<string>;
  /** Of people, by id. */
  names: Readonly<Record<string, string>>;
}

/** How the change arrived; '' where that goes without saying. Servers may name ways that this page does not know. */
export const wayOf = ({ via, new_values }: Pick<AuditEntryView, 'via' | 'new_values'>): string =>
  via === null || isByGroups({ new_values }) || texts.ofPage.includes(via)
    ? ''
    : ` ${texts.vias[via] ?? texts.via(via)}`;

/** "Ada switched on new-checkout in Production", with links. Names are text, never markup. */
export function Saying({ line, deleted, names }: Props) {
  const [entry] = line;
  const { verb, subject, environment, also } = describeEntry(entry, names);
  const { project_id: projectId, flag_id: flagId } = entry;
  const shared = line.length === 1 ? environment : entry.action.startsWith('flag_') ? environmentOf(line) : undefined;
  const { kind = '', name } = entry.performed_by ?? {};
  const performer = name ? texts.tokenFor(name) : (texts.performers[kind] ?? kind);
  return (
    <>
      {entry.on_behalf_of !== null && `${performer} `}
      <AnchorLink
        to="/projects/$projectId/history"
        params={{ projectId }}
        search={(before) => ({ ...before, actor: entry.user_id })}
        className={classes.actor}
        underline="hover"
      >
        {names[entry.user_id] ?? entry.user_name}
      </AnchorLink>{' '}
      {line.length > 1 ? texts.many(entry.action, verb, line.length) : verb}{' '}
      {line.length === 1 &&
        subject !== undefined &&
        (flagId !== null && !deleted.has(flagId) ? (
          <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId, flagId }} className="mono">
            {subject}
          </AnchorLink>
        ) : (
          <strong className={flagId === null ? undefined : 'mono'}>{subject}</strong>
        ))}
      {shared !== undefined && (
        <>
          {' '}
          {texts.in} <strong>{shared}</strong>
        </>
      )}
      {line.length === 1 && also}
      {wayOf(entry)}
    </>
  );
}
