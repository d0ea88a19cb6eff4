import { Title } from '@mantine/core';
import classes from './people-screen.module.css';
import { ROLES } from './roles.js';
import { texts } from './texts.js';

/** What each role allows. */
export function RolesList() {
  return (
    <section aria-labelledby="roles">
      <Title order={2} size="h5" id="roles">
        {texts.roles}
      </Title>
      <dl className={classes.roles}>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{texts.role[role][0]}</dt>
            <dd>{texts.role[role][1]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
