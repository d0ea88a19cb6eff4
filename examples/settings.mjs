import { BURGEE, prepare } from './prepare.mjs';

/** The address of Burgee, and the port of the example. */
export const baseUrl = BURGEE;
export const port = Number(process.env.PORT ?? 5173);
/** The flag that the examples use. */
export const flagKey = process.env.FLAG ?? 'new-checkout';

const { BURGEE_SDK_KEY, BURGEE_CLIENT_KEY } = process.env;
const isKeyGiven = BURGEE_SDK_KEY ?? BURGEE_CLIENT_KEY;

/** Your keys, or the keys of a project created for the example. */
export const { sdkKey, clientKey } = isKeyGiven
  ? { sdkKey: BURGEE_SDK_KEY, clientKey: BURGEE_CLIENT_KEY }
  : await prepare(flagKey, `http://localhost:${port}`).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
