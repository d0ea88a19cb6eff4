import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { texts } from './texts.js';

/** Where the deletion of one's own account ends. */
export function DeletedScreen() {
  return (
    <EntryPage
      title={texts.deletedTitle}
      lead={texts.deletedLead}
      aside={<AnchorLink to="/sign-in">{texts.toSignIn}</AnchorLink>}
    >
      {null}
    </EntryPage>
  );
}
