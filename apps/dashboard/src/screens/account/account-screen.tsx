import { Text } from '@mantine/core';
import { useMe } from '../../api/session.js';
import { Page } from '../../shell/page.js';
import { ChangePassword } from './change-password.js';
import { Sessions } from './sessions.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

/** The user's own settings. */
export function AccountScreen() {
  const { name, email } = useMe();
  return (
    <Page title={texts.title} lead={<Text component="span">{texts.who(name, email)}</Text>}>
      <div className={classes.columns}>
        <Sessions />
        <ChangePassword />
      </div>
    </Page>
  );
}
