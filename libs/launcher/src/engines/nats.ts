import { NATS_PERMISSIONS, type NatsPermissions } from '@burgee/contracts/wire';

/** An unused subject. */
const NOTHING = '_NOTHING';

function userBlock(user: string, { publish, subscribe, replies }: NatsPermissions, passwordText: string): string {
  // An empty list would allow everything, so it becomes a list with an unused subject.
  const list = (subjects: string[]) => `{ allow: ${JSON.stringify(subjects.length > 0 ? subjects : [NOTHING])} }`;
  const answers = replies ? ', allow_responses: { max: 1, expires: "10s" }' : '';
  return `{ user: ${JSON.stringify(user)}, password: ${passwordText}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)}${answers} } }`;
}

/**
 * The configuration of a NATS with only a client port: no monitor, websocket, MQTT, leaf or cluster port.
 * @param passwordText a user's password as written in the file: quoted, or the name of a variable
 */
export function natsConfiguration(
  listen: string,
  passwordText: (user: string) => string,
  permissions: Record<string, NatsPermissions> = NATS_PERMISSIONS,
): string {
  const users = Object.entries(permissions).map(([user, own]) => userBlock(user, own, passwordText(user)));
  return `listen: ${JSON.stringify(listen)}\nserver_name: burgee\nauthorization: { users: [\n  ${users.join('\n  ')}\n] }\n`;
}
