import { SDKS } from '@burgee/unleash-api';
import type { FlagLimit } from './limits-in.js';
import { texts } from './texts.js';
import classes from './unleash.module.css';

interface Props {
  limits: readonly FlagLimit[];
  /** Whether it says where. */
  namesEnvironments?: boolean;
}

/** What SDKs decide otherwise, and which they are. */
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

/** Code stands in backticks, as in Markdown. */
const withCode = (text: string) =>
  text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code key={piece}>{piece}</code>));
