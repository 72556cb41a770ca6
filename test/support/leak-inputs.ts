/* The inputs to which the leak test sends secrets, although they do not belong there. */

export const pathPrefixes = [
  '/',
  '/r/',
  '/l/',
  '/api/',
  '/api/gift_requests/',
  '/auth/',
  '/admin/api/',
  '/docs/',
  '/carriers/easypost/',
  '/mcp/',
  '/mail/',
]

/** Headers that a log could contain. */
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
