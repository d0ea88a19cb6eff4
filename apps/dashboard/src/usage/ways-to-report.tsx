import { Anchor } from '@mantine/core';
import { CopyAction } from '../feedback/copying/copyable.js';
import { fill } from '../feedback/fill.js';
import { texts as all } from './texts.js';
import classes from './usage.module.css';

const texts = all.ways;
const CODE = `import { withUsage } from '@burgee/sdk/usage';

const flags = withUsage(client, {
  baseUrl,
  sdkKey,
  app: 'shop',
});`;

/** How to make applications report. */
export const WaysToReport = () => (
  <>
    <ul className={classes.ways}>
      <li>
        {texts.sdk}
        <div className={classes.code}>
          <pre className="mono" tabIndex={0}>
            {CODE}
          </pre>
          <CopyAction value={CODE} what={texts.code} />
        </div>
      </li>
      <li>{texts.unleash}</li>
      <li>{texts.ofrep}</li>
    </ul>
    {fill(all.more, {
      reference: (
        <Anchor href="/docs/" target="_blank" rel="noopener" inherit>
          {all.reference}
        </Anchor>
      ),
    })}
  </>
);
