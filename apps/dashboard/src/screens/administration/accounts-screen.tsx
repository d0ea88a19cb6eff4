import type { AccountView } from '@burgee/contracts/http';
import { NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accountsQuery, type OnlyAccounts } from '../../api/administration.js';
import { SearchField } from '../../feedback/search-field.js';
import { AnchorLink } from '../../shell/links.js';
import { AccountSigns } from './account-signs.js';
import { AdministrationPage } from './administration-page.js';
import classes from './administration.module.css';
import { LastSignIn } from './last-sign-in.js';
import { PagedList } from './paged-list.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/administration/');

/** All accounts of the installation. */
export function AccountsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const find = (changed: typeof search) => void navigate({ search: { ...search, ...changed }, replace: true });
  const { q = '', only } = search;
  return (
    <AdministrationPage title={texts.accounts} lead={texts.accountsLead}>
      <PagedList
        label={texts.accounts}
        pages={useInfiniteQuery(accountsQuery(q.trim(), only))}
        count={texts.accountCount}
        failed={texts.accountsFailed}
        nothing={texts.noAccount}
        tools={
          <>
            <SearchField
              value={q}
              label={texts.searchAccounts}
              hint={texts.searchAccountsHint}
              clear={texts.clearSearch}
              className={classes.searchField}
              onChange={(value) => find({ q: value || undefined })}
            />
            <NativeSelect
              aria-label={texts.which}
              data={texts.only}
              value={only ?? ''}
              onChange={(event) => find({ only: (event.currentTarget.value || undefined) as OnlyAccounts | undefined })}
            />
          </>
        }
        renderItem={(account) => <AccountRow key={account.id} account={account} />}
      />
    </AdministrationPage>
  );
}

function AccountRow({ account }: { account: AccountView }) {
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <AnchorLink
          to="/administration/accounts/$userId"
          params={{ userId: account.id }}
          size="sm"
          fw={600}
          className="any-text"
        >
          {account.name}
        </AnchorLink>
        <AccountSigns account={account} />
      </div>
      <Text size="sm" c="dimmed" className={classes.wide}>
        {account.email}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when} component="div">
        <LastSignIn account={account} />
      </Text>
    </li>
  );
}
