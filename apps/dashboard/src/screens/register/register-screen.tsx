import { getRouteApi } from '@tanstack/react-router';
import { keptInvitation } from '../../session/kept-invitation.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { useEnter } from '../entry/use-enter.js';
import { RegisterFields } from './register-fields.js';
import { texts } from './texts.js';

const route = getRouteApi('/register');

/** Where registration needs an invitation, the service asks for the one that brought the user here. */
export function RegisterScreen() {
  const { back } = route.useSearch();
  const enter = useEnter(back);
  const kept = back === '/invitation' ? keptInvitation() : undefined;
  return (
    <EntryPage
      title={texts.title}
      lead={kept?.to ? <span className="any-text">{texts.toJoin(kept.to)}</span> : texts.lead}
      aside={
        <>
          {texts.registered}{' '}
          <AnchorLink to="/sign-in" search={back === undefined ? {} : { back }}>
            {texts.signIn}
          </AnchorLink>
        </>
      }
    >
      <RegisterFields by={kept ? { invitation: kept.token } : {}} onRegistered={() => void enter()} />
    </EntryPage>
  );
}
