
      import { createClient } from '@burgee/sdk';
      import { useBooleanFlagValue } from '@burgee/react';
      import { OpenFeature } from '@openfeature/server-sdk';
      import { OpenFeature as Web } from '@openfeature/web-sdk';
      const client = createClient({ sdkKey: '', baseUrl: '' });
      client.bool('new-checkout', false);
      client.string('a.limit', 'light');
      useBooleanFlagValue('new-checkout', false);
      void OpenFeature.getClient().getBooleanValue('new-checkout', false);
      Web.getClient().getStringValue('a.limit', 'light');
    