import { AUDIT_SCHEMA } from '@burgee/audit/schema';
import { AUTH_SCHEMA } from '@burgee/auth/schema';
import { FLAGS_ADMIN_SCHEMA } from '@burgee/flags-admin/schema';
import { USAGE_SCHEMA } from '@burgee/usage/schema';

/** In the order in which their views lean on each other. */
export const SCHEMAS = [AUTH_SCHEMA, FLAGS_ADMIN_SCHEMA, AUDIT_SCHEMA, USAGE_SCHEMA];
