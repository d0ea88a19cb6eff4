import { Text } from '@mantine/core';
import { useMe } from '../../api/session.js';
import { Page } from '../../shell/page.js';
import { ChangePassword } from './change-password.js';
import { Sessions } from './sessions.js';
import classes from './account-screen.module.css';

/** The user's own settings. */
export function AccountScreen() {
  const { name, email } = useMe();
  return (
    <Page
      title="Your account"
      lead={
        <Text component="span">
          {name}, {email}
        </Text>
      }
    >
      <div className={classes.columns}>
        <Sessions />
        <ChangePassword />
      </div>
    </Page>
  );
}
