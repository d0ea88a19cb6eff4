import type { ApiGatewayConfig } from '../config.js';
import type { Upstream } from '../routes.js';

export type UpstreamSettings = Pick<
  ApiGatewayConfig,
  'AUTH_URL' | 'FLAGS_ADMIN_URL' | 'AUDIT_URL' | 'USAGE_URL' | 'SDK_GATEWAY_URLS'
>;

/** Where the replicas of each service listen. */
export const upstreamUrls = (settings: UpstreamSettings): Record<Upstream, readonly string[]> => ({
  auth: [settings.AUTH_URL],
  'flags-admin': [settings.FLAGS_ADMIN_URL],
  audit: [settings.AUDIT_URL],
  usage: settings.USAGE_URL === undefined ? [] : [settings.USAGE_URL],
  'sdk-gateway': settings.SDK_GATEWAY_URLS,
});
