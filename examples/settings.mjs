/** Where Burgee is, with which key, and on which port the example listens. */
export const baseUrl = process.env.BURGEE ?? 'http://localhost:8080';
export const sdkKey = process.env.BURGEE_SDK_KEY ?? '';
export const port = Number(process.env.PORT ?? 5173);
/** The flag that the examples look at. */
export const flagKey = process.env.FLAG ?? 'new-checkout';

if (!sdkKey) {
  console.error(`Which flags? Set BURGEE_SDK_KEY to the SDK key of an environment: Burgee at ${baseUrl} shows it.`);
  process.exit(1);
}
