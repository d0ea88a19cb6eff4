import { AsyncLocalStorage } from 'node:async_hooks';
import { OFREPProvider } from '@openfeature/ofrep-provider';

const codeDefault = new AsyncLocalStorage();

async function fillIn(request) {
  const response = await fetch(request);
  if (response.status !== 200) return response;
  return Response.json({ value: codeDefault.getStore(), ...(await response.json()) }, response);
}

/** Returns the code's default for a flag without a value. OpenFeature's own provider reports that as an error. */
export class CodeDefaultProvider extends OFREPProvider {
  constructor(options) {
    super({ ...options, fetchImplementation: fillIn });
  }

  evaluate(flagKey, value, context) {
    return codeDefault.run(value, () => super.evaluate(flagKey, value, context));
  }
}
