import type { ComponentProps } from 'react';
import { useKnownMe } from '../../api/session.js';
import { AnchorLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import classes from './administration.module.css';
import { texts } from './texts.js';

const PAGES = [
  { to: '/administration', label: texts.accounts },
  { to: '/administration/projects', label: texts.projects },
  { to: '/administration/tokens', label: texts.tokens },
  { to: '/administration/registration', label: texts.registration },
  { to: '/administration/providers', label: texts.providers },
] as const;

/** A page of Administration, with links to the others. */
export function AdministrationPage({ children, ...page }: ComponentProps<typeof Page>) {
  const { is_instance_owner } = useKnownMe();
  return (
    <Page tab={texts.tab(page.title)} {...page}>
      <nav aria-label={texts.title} className={classes.pages}>
        {[...PAGES, ...(is_instance_owner ? [{ to: '/operations', label: texts.operations } as const] : [])].map(
          ({ to, label }) => (
            <AnchorLink
              key={to}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' }}
              underline="never"
              className={classes.page}
            >
              {label}
            </AnchorLink>
          ),
        )}
      </nav>
      {children}
    </Page>
  );
}
