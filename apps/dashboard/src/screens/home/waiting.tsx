import type { WaitingChange, HomeSchedule, HomeView, InvitationView, ProjectView } from '@burgee/contracts/http';
import { IconGitPullRequest, IconMailOpened, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EnvironmentName } from '../../environment/environment-name.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useNamePeople } from '../../members/use-name-people.js';
import { AnchorLink } from '../../shell/links.js';
import { describeAllRoles } from '../people/roles.js';
import classes from './home.module.css';
import { Part } from './part.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  /** Undefined while it loads. */
  home: HomeView | undefined;
}

const NO_REQUESTS: WaitingChange[] = [];

/** What only this user, or people with the same role, can decide. */
export function Waiting({ project, home }: Props) {
  const { requests = NO_REQUESTS, paused = [] } = home ?? {};
  const names = useNamePeople(
    project.id,
    requests.flatMap(({ author_id, author_name }) =>
      author_name === null ? [] : [{ id: author_id, name: author_name }],
    ),
  );
  const rows = home && [
    ...requests.map((request) => (
      <Request key={request.id} project={project} request={request} author={names.get(request.author_id)} />
    )),
    ...paused.map((schedule) => <Paused key={schedule.id} project={project} schedule={schedule} />),
  ];
  return <Part title={texts.waiting} empty={texts.nothingWaits} rows={rows} />;
}

/** The unused invitations of a project, which wait for the people they invite. */
export function OpenInvitations({ project, invitations }: { project: ProjectView; invitations: InvitationView[] }) {
  const rows = invitations.map((invitation) => (
    <Invitation key={invitation.id} project={project} invitation={invitation} />
  ));
  return <Part title={texts.invitations} empty="" rows={rows} />;
}

/** An environment of the project by its id; nothing for a deleted one. */
export function Where({ project, id }: { project: ProjectView; id: string }) {
  const environment = project.environments.find((one) => one.id === id);
  return environment ? <EnvironmentName environment={environment} /> : null;
}

interface RowProps {
  icon: ReactNode;
  warns?: boolean;
  link: ReactNode;
  children: ReactNode;
}

const Row = ({ icon, warns = false, link, children }: RowProps) => (
  <li className={classes.row}>
    <span className={classes.sign} data-warns={warns || undefined} aria-hidden>
      {icon}
    </span>
    <div className={classes.says}>
      {link}
      <div className={classes.facts}>{children}</div>
    </div>
  </li>
);

interface RequestProps {
  project: ProjectView;
  request: WaitingChange;
  author: string | undefined;
}

function Request({ project, request, author = texts.someone }: RequestProps) {
  const { id, environment_id, flag_keys, is_plan, created_at } = request;
  return (
    <Row
      icon={<IconGitPullRequest size={18} />}
      link={
        <AnchorLink to="/projects/$projectId/requests" params={{ projectId: project.id }} hash={id}>
          {(is_plan ? texts.plan : texts.request)(author, flag_keys)}
        </AnchorLink>
      }
    >
      <Where project={project} id={environment_id} />
      <TimeAgo time={created_at} />
    </Row>
  );
}

function Paused({ project, schedule }: { project: ProjectView; schedule: HomeSchedule }) {
  const { id, flag_key, name, environment_id, pause_reason } = schedule;
  return (
    <Row
      icon={<IconPlayerPause size={18} />}
      warns
      link={
        <AnchorLink to="/projects/$projectId/schedules" params={{ projectId: project.id }} hash={id}>
          {texts.paused(name === null ? flag_key : `${flag_key} · ${name}`)}
        </AnchorLink>
      }
    >
      <Where project={project} id={environment_id} />
      {pause_reason !== null && <span>{texts.pausedBecause[pause_reason]}</span>}
    </Row>
  );
}

function Invitation({ project, invitation }: { project: ProjectView; invitation: InvitationView }) {
  const { email, expires_at } = invitation;
  return (
    <Row
      icon={<IconMailOpened size={18} />}
      link={
        <AnchorLink to="/projects/$projectId/people" params={{ projectId: project.id }}>
          {texts.invitation(email)}
        </AnchorLink>
      }
    >
      <span>{describeAllRoles(invitation, project.environments)}</span>
      <span>{fill(texts.expires, { when: <TimeAgo time={expires_at} /> })}</span>
    </Row>
  );
}
