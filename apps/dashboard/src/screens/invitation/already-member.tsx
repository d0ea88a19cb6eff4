import { AnchorLink, ButtonLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import type { JoinedProject } from './joined-project.js';
import { texts } from './texts.js';

/** Shows the way to the project to a member who opens its invitation link. */
export const AlreadyMember = ({ project: { id, name, isOpen } }: { project: JoinedProject }) => (
  <EntryPage
    title={texts.member(name)}
    lead={isOpen ? texts.memberHint.open : texts.memberHint.used}
    aside={<AnchorLink to="/projects">{texts.toProjects}</AnchorLink>}
  >
    {id !== undefined && (
      <ButtonLink to="/projects/$projectId" params={{ projectId: id }} fullWidth>
        {texts.goTo}
      </ButtonLink>
    )}
  </EntryPage>
);
