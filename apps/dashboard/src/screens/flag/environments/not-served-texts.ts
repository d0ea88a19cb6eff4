/** The texts about a flag that apps do not get yet in an environment. */
export const notServedTexts = {
  serve: 'Serve it',
  title: (flag: string, environment: string) => `Serve ${flag} in ${environment}?`,
  effect: 'Apps get the flag: off until you switch it on.',
  action: (environment: string) => `Serve in ${environment}`,
  done: (flag: string, environment: string) => `${flag} is served in ${environment}`,
  failed: (flag: string, environment: string) => `${flag} is not served in ${environment}`,
};
