/** `@burgee/react/testing`: a provider for tests, with flags of your choice and no service. */
export { BurgeeTestProvider, type BurgeeTestProviderProps } from './burgee-test-provider.js';
