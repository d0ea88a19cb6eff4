/** In one file that loads at once: each more would add to what every other page loads. */
export { AccountsScreen } from './accounts-screen.js';
export { AdministratorsOnly } from './administrators-only.js';
export { AllProjectsScreen } from './all-projects-screen.js';
export { OneAccountScreen } from './one-account-screen.js';
export { RegistrationScreen } from './registration-screen.js';
export { TokensScreen } from './tokens-screen.js';
export { ProvidersScreen } from './providers-screen.js';
