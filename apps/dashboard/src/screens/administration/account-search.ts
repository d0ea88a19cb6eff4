import type { OnlyAccounts } from '../../api/administration.js';

/** The search of the accounts, in the address, so that the way back from one leads to it. */
interface AccountSearch {
  /** Part of the name or the email. */
  q?: string;
  only?: OnlyAccounts;
}

/** Other values in the address are ignored. */
export const parseAccountSearch = ({ q, only }: Record<string, unknown>): AccountSearch => ({
  ...(typeof q === 'string' && q !== '' && { q }),
  ...((only === 'administrators' || only === 'disabled') && { only }),
});
