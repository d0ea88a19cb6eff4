import type { IdentitiesView, ProviderView, SignInMethodsView } from '@burgee/contracts/http';

type Methods = Pick<SignInMethodsView, 'password' | 'providers'>;

const LAST = 'burgee-provider';

/** The ways to sign in, as the HTML has them. */
export function signInMethods(): Methods {
  const content = document.querySelector<HTMLMetaElement>('meta[name=burgee-sign-in]')?.content;
  return content ? (JSON.parse(content) as Methods) : { password: true, providers: [] };
}

const bare = (issuer: string) => issuer.replace(/\/$/, '');

export const isSameIssuer = (one: string, other: string) => bare(one) === bare(other);

/** Whether the provider signs this account in. */
export const isLinked = ({ identities }: IdentitiesView, { issuer }: Pick<ProviderView, 'issuer'>) =>
  identities.some((one) => isSameIssuer(one.issuer, issuer));

/** Where to begin at a provider. */
export const startAddress = (id: string, back: string | undefined): string =>
  `/api/auth/oidc/${id}/start${back === undefined ? '' : `?${new URLSearchParams({ back })}`}`;

export function noteProvider(id: string): void {
  try {
    localStorage.setItem(LAST, id);
  } catch {
    // Without storage, none comes first.
  }
}

/** The provider that this browser used last. */
export function lastProvider(): string | null {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}
