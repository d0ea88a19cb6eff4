import type { CurrentUserView, OpenInvitationView } from '@burgee/contracts/http';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { acceptInvitation, declineInvitation } from '../../api/held-invitation.js';
import { projectsQuery } from '../../api/projects.js';
import { useSignOut } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { describeRole } from '../../members/describe-role.js';
import { noteJoined } from '../../session/joined-projects.js';
import { forgetInvitation, type InvitedTo, keepInvitation, keptInvitation } from '../../session/kept-invitation.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { AnchorLink, ButtonLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { ProviderLinks } from '../sign-in/provider-links.js';
import { texts as signInTexts } from '../sign-in/texts.js';
import { AlreadyMember } from './already-member.js';
import { loadInvitation, loadRefusal } from './load-invitation.js';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

const invitationKey = (token: string) => ['invitation', token];
const BACK = { back: '/invitation' };

const showJoined = ({ project_name, role, environments }: InvitedTo) =>
  showDone(texts.joined(project_name, describeRole(role, environments)));

/**
 * Shows which project and role a link invites to, and who sent it; the user decides. The page stores the token after
 * the # and removes it from the address at once.
 */
export function InvitationScreen() {
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const read = () => {
      const hash = window.location.hash.slice(1);
      if (hash !== '') {
        keepInvitation({ token: hash, isJoining: false });
        void navigate({ to: '/invitation', hash: '', replace: true });
      }
      setToken(keptInvitation()?.token ?? '');
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [navigate]);
  return token !== undefined && <Kept token={token} />;
}

function Kept({ token: kept }: { token: string }) {
  const queries = useQueryClient();
  const { data: loaded } = useSuspenseQuery({
    queryKey: invitationKey(kept),
    queryFn: () => loadInvitation(queries),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const joined = loaded.state === 'joined' ? loaded : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (!joined) return;
    if (joined.to) showJoined(joined.to);
    void navigate({ to: '/projects/$projectId', params: { projectId: joined.projectId }, replace: true });
  }, [joined, navigate]);
  if (joined) return null;
  if (loaded.state === 'member') return <AlreadyMember project={loaded.project} />;
  if (loaded.state !== 'open')
    return (
      <EntryPage
        title={texts.none}
        lead={texts.noneHint}
        aside={<AnchorLink to="/projects">{texts.toProjects}</AnchorLink>}
      >
        {loaded.state === 'refused' ? <Refused error={loaded.error} /> : <Text size="sm">{texts.openAgain}</Text>}
      </EntryPage>
    );
  const { token, invitation, me } = loaded;
  return me ? (
    <Decide token={token} invitation={invitation} me={me} />
  ) : (
    <EnterFirst token={token} invitation={invitation} />
  );
}

/** A used link may have been used by the same user. */
function Refused({ error }: { error: ApiError }) {
  if (error.code !== 'invitation_invalid') return <ErrorNotice error={error} title={texts.failed} />;
  return (
    <Stack>
      <ErrorNotice error={error} title={texts.notOpen} />
      <Text size="sm">{texts.joinedBefore}</Text>
    </Stack>
  );
}

interface Props {
  token: string;
  invitation: OpenInvitationView;
}

function Frame({
  invitation,
  children,
  aside,
}: {
  invitation: OpenInvitationView;
  children: ReactNode;
  aside: ReactNode;
}) {
  const { project_name, role, environments, invited_by, expires_at } = invitation;
  return (
    <EntryPage
      title={texts.title(project_name)}
      lead={
        <span className="any-text">
          {fill(texts.lead, {
            who: invited_by,
            role: describeRole(role, environments),
            when: <TimeAgo time={expires_at} />,
          })}
        </span>
      }
      aside={aside}
    >
      <Stack>{children}</Stack>
    </EntryPage>
  );
}

function EnterFirst({ token, invitation }: Props) {
  const { project_name, role, environments } = invitation;
  const { password, providers } = signInMethods();
  const join = () => keepInvitation({ token, isJoining: true, to: { project_name, role, environments } });
  return (
    <Frame invitation={invitation} aside={texts.closeHint}>
      <ProviderLinks back={BACK.back} label={signInTexts.continueWith} onLeave={join} />
      {password && (
        <ButtonLink to="/register" search={BACK} onClick={join} fullWidth>
          {texts.register}
        </ButtonLink>
      )}
      {(password || providers.length === 0) && (
        <ButtonLink to="/sign-in" search={BACK} onClick={join} variant={password ? 'default' : 'filled'} fullWidth>
          {texts.signIn}
        </ButtonLink>
      )}
    </Frame>
  );
}

function Decide({ token, invitation, me }: Props & { me: CurrentUserView }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onError: async (error) => {
      const refusal = await loadRefusal(queries, { token, to: invitation }, asApiError(error));
      if (refusal.state === 'member') queries.setQueryData(invitationKey(token), refusal);
    },
    onSuccess: async ({ project_id: projectId }) => {
      forgetInvitation();
      noteJoined(token, projectId);
      showJoined(invitation);
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true });
      await navigate({ to: '/projects/$projectId', params: { projectId } });
    },
  });
  const decline = useMutation({
    mutationFn: () => declineInvitation(token),
    onSuccess: async () => {
      forgetInvitation();
      showDone(texts.declined(invitation.project_name));
      await navigate({ to: '/projects' });
    },
  });
  const error = accept.error ?? decline.error;
  return (
    <Frame invitation={invitation} aside={<OtherAccount email={me.email} />}>
      {error && <ErrorNotice error={error} title={accept.error ? texts.failed : texts.declineFailed} />}
      <Button fullWidth loading={accept.isPending} disabled={decline.isPending} onClick={() => accept.mutate()}>
        {texts.join}
      </Button>
      <Button
        fullWidth
        variant="default"
        loading={decline.isPending}
        disabled={accept.isPending}
        onClick={() => decline.mutate()}
      >
        {texts.decline}
      </Button>
    </Frame>
  );
}

function OtherAccount({ email }: { email: string }) {
  const signOut = useSignOut();
  // The next user sees nothing of this one: the page reloads.
  const leave = () => signOut.mutate(undefined, { onSuccess: () => window.location.reload() });
  return (
    <>
      <span className="any-text">{texts.signedInAs(email)}</span>{' '}
      <Button variant="subtle" size="compact-sm" loading={signOut.isPending} onClick={leave}>
        {texts.otherAccount}
      </Button>
    </>
  );
}
