import { str } from 'envalid';

/** Which third-party protocols are served next to Burgee's own. */
export const PROTOCOL_SETTINGS = {
  OFREP: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'OpenFeature Remote Evaluation Protocol at /ofrep.',
  }),
  UNLEASH_API: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: "Unleash's client API at /unleash/api.",
  }),
};
