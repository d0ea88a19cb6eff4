interface RefusedValues {
  /** As `helm --set-json` takes them. */
  readonly sets: readonly string[];
  /** What Helm says then. */
  readonly says: string;
}

const TRYING = 'devEngines.enabled=true';

/** Values that the chart refuses, and the words by which it says what to do. */
export const REFUSED_VALUES: readonly RefusedValues[] = [
  { sets: [], says: 'Set databaseExternal.address' },
  { sets: [TRYING, 'databaseExternal.address="db:5432/burgee"'], says: 'There are two Postgres' },
  { sets: [TRYING, 'sdkGatway.replicas=3'], says: "additional properties 'sdkGatway' not allowed" },
  { sets: [TRYING, 'auth.env.REGISTRATON="closed"'], says: "additional properties 'REGISTRATON' not allowed" },
  { sets: [TRYING, 'auth.env.REGISTRATION="closd"'], says: '/auth/env/REGISTRATION' },
  { sets: [TRYING, 'auth.env.PASSWORD_PEPPER="x"'], says: "additional properties 'PASSWORD_PEPPER' not allowed" },
  { sets: [TRYING, 'sdkGateway.replicas="three"'], says: '/sdkGateway/replicas' },
  { sets: [TRYING, 'databaseExternal.addres="x"'], says: "additional properties 'addres' not allowed" },
  { sets: ['databaseExternal.address="postgres://u:p@db/burgee"'], says: '/databaseExternal/address' },
  { sets: [TRYING, 'edge.enabled=true'], says: 'Set edge.sdkKeys.name' },
  { sets: [TRYING, 'audit.enabled=false'], says: 'The api-gateway needs audit' },
  { sets: [TRYING, 'gateway.enabled=true'], says: 'Set gateway.parentRefs' },
  { sets: [TRYING, 'ingress.enabled=true'], says: 'Set hosts.app' },
  {
    sets: [TRYING, 'ingress.enabled=true', 'hosts.app="flags.example.com"'],
    says: 'Set apiGateway.env.TRUSTED_PROXIES',
  },
  { sets: [TRYING, 'ingress.controller="ngnix"'], says: '/ingress/controller' },
];
