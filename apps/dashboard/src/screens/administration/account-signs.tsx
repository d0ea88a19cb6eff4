import type { AccountView } from '@burgee/contracts/http';
import { useKnownMe } from '../../api/session.js';
import classes from './administration.module.css';
import { texts } from './texts.js';

/** What is special about an account. */
export function AccountSigns({ account }: { account: AccountView }) {
  const me = useKnownMe();
  return (
    <>
      {account.id === me.id && <span className={classes.sign}>{texts.you}</span>}
      {account.is_administrator && <span className={classes.sign}>{texts.administrator}</span>}
      {account.disabled_at !== null && (
        <span className={classes.sign} data-disabled>
          {texts.disabled}
        </span>
      )}
    </>
  );
}
