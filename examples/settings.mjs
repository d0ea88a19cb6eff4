import { BURGEE, prepare } from './prepare.mjs';

/** Where Burgee is, and on which port the example listens. */
export const baseUrl = BURGEE;
export const port = Number(process.env.PORT ?? 5173);
/** The flag that the examples look at. */
export const flagKey = process.env.FLAG ?? 'new-checkout';

/** A key of yours, or that of a project made for the example. */
export const sdkKey =
  process.env.BURGEE_SDK_KEY ??
  (await prepare(flagKey, `http://localhost:${port}`).catch((error) => {
    console.error(error.message);
    process.exit(1);
  }));
