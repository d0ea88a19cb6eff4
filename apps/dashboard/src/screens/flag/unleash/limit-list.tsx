import { SDKS } from '@burgee/unleash-api';
import type { FlagLimit } from './limits-in.js';
import { texts } from './texts.js';
import classes from './unleash.module.css';

interface Props {
  limits: readonly FlagLimit[];
  /** Whether the list names the environments. */
  namesEnvironments?: boolean;
}

/** The limits of Unleash's SDKs, and which SDKs have them. */
export const LimitList = ({ limits, namesEnvironments = false }: Props) => (
  <ul className={classes.limits}>
    {limits.map(({ name, text, sdks, environments }) => (
      <li key={name} className="any-text">
        {namesEnvironments && <strong>{texts.environments(environments)}</strong>}
        {withCode(text)} {sdks.length === SDKS.length ? texts.allSdks : texts.sdks(sdks)}
      </li>
    ))}
  </ul>
);

/** Shows text in backticks as code, as in Markdown. */
const withCode = (text: string) =>
  text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code key={piece}>{piece}</code>));
