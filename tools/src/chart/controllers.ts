/** What `ingress.controller` may be: each gives streams the time that they need in its own way. */
export const CONTROLLERS = [
  '',
  'nginx',
  'nginx-inc',
  'traefik',
  'haproxy',
  'haproxy-ingress',
  'contour',
  'alb',
  'gce',
  'azure',
];
