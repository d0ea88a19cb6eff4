import type { launchChromium } from '@burgee/testing';
import type { Provider, Question, Said } from './provider.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The globals that `page.js` sets for the tests. */
declare global {
  var webProvider: {
    start: (options: object, context: object) => Promise<void>;
    ask: (question: Question) => Promise<Said>;
    /** Events with their payloads, in order. */
    told: string[][];
    status: () => string;
  };
}

/** OpenFeature's provider for pages, in a page. */
export class WebProvider implements Provider {
  /** The page's console errors and exceptions. */
  readonly complaints: string[] = [];
  /** The statuses of the bulk answers. */
  readonly statuses: number[] = [];

  private constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('response', (response) => {
      if (response.request().method() === 'POST') this.statuses.push(response.status());
    });
  }

  static async open(browser: Browser, origin: string): Promise<WebProvider> {
    const provider = new WebProvider(await browser.newPage());
    await provider.page.goto(`${origin}/page`);
    await provider.ready();
    return provider;
  }

  start(options: object, context: object = { targetingKey: 'user-1' }): Promise<void> {
    const begin = (given: [object, object]) => globalThis.webProvider.start(...given);
    return this.page.evaluate(begin, [options, context] as [object, object]);
  }
  ask = (question: Question): Promise<Said> =>
    this.page.evaluate((asked) => globalThis.webProvider.ask(asked), question);
  told = (): Promise<string[][]> => this.page.evaluate(() => globalThis.webProvider.told);
  status = (): Promise<string> => this.page.evaluate(() => globalThis.webProvider.status());
  visitAgain = async (): Promise<void> => {
    await this.page.reload();
    await this.ready();
  };
  private ready = () => this.page.waitForFunction(() => 'webProvider' in globalThis);
  close = (): Promise<void> => this.page.context().close();
}
