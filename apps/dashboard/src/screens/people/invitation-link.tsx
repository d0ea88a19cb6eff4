import type { EnvironmentView, InvitationWithLink } from '@burgee/contracts/http';
import { useMailSetting } from '../../api/mail.js';
import { fill } from '../../feedback/fill.js';
import { ShownLink } from '../../feedback/copying/shown-link.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { describeRoles } from './roles.js';
import { texts } from './texts.js';

interface Props {
  invitation: InvitationWithLink;
  environments: readonly EnvironmentView[];
}

export function InvitationLink({ invitation, environments }: Props) {
  const { link, email, role, expires_at } = invitation;
  const own = describeRoles(invitation, environments, (one) => one);
  const roles = own ? `${role} (${own})` : role;
  const isMailed = useMailSetting().data === true && email !== null;
  return (
    <ShownLink title={isMailed ? texts.mailedTo(email) : texts.linkTitle} link={link} label={texts.linkLabel}>
      {isMailed && `${texts.mailedHint} `}
      {fill(texts.linkHint, { who: email ?? texts.onePerson, roles, when: <TimeAgo time={expires_at} /> })}
    </ShownLink>
  );
}
