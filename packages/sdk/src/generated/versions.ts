// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.

import type * as v2026_05 from './v2026-05.ts'
import type * as v2025_10 from './v2025-10.ts'

/** The versions of the API that this package knows. */
export type ApiVersion = '2026-05' | '2025-10'
export type NewestVersion = '2026-05'
export const newestVersion: NewestVersion = '2026-05'

/** The media type of request and response bodies. */
export const mediaTypes: Readonly<Record<ApiVersion, string>> = {
  '2026-05': 'application/json',
  '2025-10': 'application/vnd.api+json',
}

/** The request body, the query and the response of each operation, by version. */
export interface OperationsBy {
  '2026-05': v2026_05.Operations
  '2025-10': v2025_10.Operations
}

/** The named schemas of the API, by version. */
export interface SchemasBy {
  '2026-05': v2026_05.Schemas
  '2025-10': v2025_10.Schemas
}

/** The bodies of webhooks, by payload version. */
export interface WebhookBodiesBy {
  '2026-05': v2026_05.WebhookBodies
  '2025-10': v2025_10.WebhookBodies
}
