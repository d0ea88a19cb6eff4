import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../../api/projects.js';
import { useKnownMe } from '../../api/session.js';
import { OWN_TOKENS } from '../../api/tokens.js';
import { OwnList } from './own-list.js';
import { texts } from './texts.js';

/** The personal tokens of the reader. */
export function OwnTokens() {
  const { is_administrator } = useKnownMe();
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <OwnList
      id="tokens"
      says={texts.own}
      list={OWN_TOKENS}
      kind="personal"
      projects={projects}
      mayAdminister={is_administrator}
    />
  );
}
