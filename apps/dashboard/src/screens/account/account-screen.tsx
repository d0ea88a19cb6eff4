import { Group, Text } from '@mantine/core';
import { useKnownMe } from '../../api/session.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { Page } from '../../shell/page.js';
import { OwnTokens } from '../tokens/own-tokens.js';
import { Address } from './address.js';
import { ChangeName } from './change-name.js';
import { ChangePassword } from './change-password.js';
import { LinkedProviders } from './linked-providers.js';
import { OwnData } from './own-data.js';
import { Sessions } from './sessions.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

/** The user's own settings. */
export function AccountScreen() {
  const { id, name, email } = useKnownMe();
  return (
    <Page
      title={texts.title}
      lead={
        <>
          <Text component="span">{texts.who(name, email)}</Text>
          <Group gap={4}>
            <Text component="span" size="sm" className="any-text">
              {texts.accountId(id)}
            </Text>
            <CopyAction value={id} what={texts.idToCopy} />
          </Group>
        </>
      }
    >
      <div className={classes.columns}>
        <Sessions />
        <LinkedProviders />
        <ChangePassword />
        <ChangeName />
        <Address />
        <OwnData />
        <div className={classes.wide}>
          <OwnTokens />
        </div>
      </div>
    </Page>
  );
}
