/* The inputs to which the leak test sends secrets, although these inputs are not meant for secrets. */

export const pathPrefixes = [
  '/',
  '/r/',
  '/l/',
  '/try/',
  '/api/',
  '/api/gift_requests/',
  '/auth/',
  '/admin/api/',
  '/docs/',
  '/carriers/easypost/',
  '/mcp/',
  '/mail/',
]

/** The headers that a log could contain. */
export const echoedHeaders = [
  'accept',
  'user-agent',
  'referer',
  'cookie',
  'x-request-id',
  'traceparent',
  'x-api-key',
  'x-service-tenant',
  'x-service-client',
  'x-forwarded-for',
  'if-none-match',
]
