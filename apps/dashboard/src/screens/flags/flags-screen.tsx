import { getRouteApi } from '@tanstack/react-router';
import { useFlags } from '../../api/flags.js';
import { useProject } from '../../api/projects.js';
import { Page } from '../../shell/page.js';

const route = getRouteApi('/inside/projects/$projectId/flags');

/** The flags of a project. */
export function FlagsScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const flags = useFlags(projectId);
  return (
    <Page title="Flags" tab={`Flags · ${project.name}`}>
      <ul>
        {flags.map(({ id, key }) => (
          <li key={id} className="mono any-text">
            {key}
          </li>
        ))}
      </ul>
    </Page>
  );
}
