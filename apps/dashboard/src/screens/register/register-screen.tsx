import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { keptInvitation } from '../../session/kept-invitation.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { useEnter } from '../entry/use-enter.js';
import { ProviderLinks } from '../sign-in/provider-links.js';
import { texts as signInTexts } from '../sign-in/texts.js';
import { RegisterFields } from './register-fields.js';
import { texts } from './texts.js';

const route = getRouteApi('/register');

/** Where registration needs an invitation, the service asks for the one that brought the user here. */
export function RegisterScreen() {
  const { back } = route.useSearch();
  const { password } = signInMethods();
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
      <ProviderLinks back={back} label={signInTexts.continueWith} />
      {password ? (
        <RegisterFields by={kept ? { invitation: kept.token } : {}} onRegistered={() => void enter()} />
      ) : (
        <Text size="sm">{texts.passwordsOff}</Text>
      )}
    </EntryPage>
  );
}
