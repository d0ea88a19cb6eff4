import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { may, useProject } from '../../api/projects.js';
import { AnchorLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { Invite } from '../people/invite.js';
import { RolesList } from '../people/roles-list.js';
import classes from './invite-screen.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/invite');

/** Creates invitation links, and lists the unused ones. */
export function InviteScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const { name, role } = project;
  return (
    <Page title={texts.title(name)} tab={texts.tab(name)}>
      <div className={classes.page}>
        {may(role, 'admin') ? <Invite project={project} mine={role} /> : <Text>{texts.onlyAdmins}</Text>}
        <RolesList />
        <div>
          <AnchorLink to="/projects/$projectId/people" params={{ projectId }}>
            {texts.people}
          </AnchorLink>
        </div>
      </div>
    </Page>
  );
}
