import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import { createKeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import type { Database } from '#platform/postgres/database'
import { OAuthError } from './errors.ts'
import { isJson } from './parameters.ts'

const maxRegistrationsPerHour = 30
const maxBodyLength = 16 * 1024

/**
 * Registers the route `POST /auth/register` (RFC 7591). With this route, an MCP client that knows only the
 * URL registers itself. The client gets no secret and no access. Only an admin's consent gives access, and
 * only to /mcp.
 */
export function registerRoute(app: FastifyInstance, db: Database, rateLimit: number): void {
  const limit = createKeyedRateLimit(rateLimit === 0 ? 0 : maxRegistrationsPerHour, 3600)

  app.post('/auth/register', async (request, reply) => {
    const wait = await limit.consume(ipRateLimitKey(request.ip))
    if (wait !== undefined) throw tooManyRegistrations(wait)
    const { client_id, name, redirect_uris } = register(db, parseMetadata(request))
    const response = {
      client_id,
      client_id_issued_at: Math.floor(db.clock().getTime() / 1000),
      client_name: name,
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: apiKeys.agentScopes.join(' '),
    }
    return reply
      .code(201)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .header('content-type', 'application/json')
      .send(JSON.stringify(response))
  })
}

function register(db: Database, registration: apiKeys.Registration) {
  try {
    return apiKeys.registerClient(db.deployment, registration)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [first] = error.errors()
    throw new OAuthError('invalid_redirect_uri', `${first?.param} ${first?.message}.`)
  }
}

/** The members of the metadata that the service uses. They are not validated. */
interface ClientMetadata {
  client_name?: unknown
  redirect_uris?: unknown
  grant_types?: unknown
  response_types?: unknown
}

/**
 * Reads the metadata that the service uses. The function ignores all other members, as the standard requires.
 */
function parseMetadata(request: FastifyRequest): apiKeys.Registration {
  const metadata = parseObject(request)
  const redirect_uris = metadata.redirect_uris
  if (!isTextList(redirect_uris))
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris must be a list of URIs.')
  requireMember(metadata, 'grant_types', 'authorization_code')
  requireMember(metadata, 'response_types', 'code')
  const name = metadata.client_name ?? ''
  if (typeof name !== 'string') throw invalidMetadata('client_name must be a string.')
  return { name, redirect_uris }
}

function parseObject(request: FastifyRequest): ClientMetadata {
  const { body } = request
  if (!isJson(request)) throw invalidMetadata('Send the body as application/json.', 415)
  if (!Buffer.isBuffer(body) || body.length > maxBodyLength)
    throw invalidMetadata(`The body must be JSON of at most ${maxBodyLength} bytes.`)
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as ClientMetadata
  } catch {
    throw invalidMetadata('The body is not valid JSON.')
  }
  throw invalidMetadata('The body must be a JSON object.')
}

/** Rejects a client whose list does not contain the only value that the service supports. */
function requireMember(
  metadata: ClientMetadata,
  name: 'grant_types' | 'response_types',
  member: string,
): void {
  const value = metadata[name]
  if (value === undefined || value === null) return
  if (!isTextList(value) || !value.includes(member))
    throw invalidMetadata(`${name} must contain ${member}.`)
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const invalidMetadata = (message: string, status = 400) =>
  new OAuthError('invalid_client_metadata', message, { status })

const tooManyRegistrations = (wait: number) =>
  new OAuthError(
    'temporarily_unavailable',
    'Too many registrations from this address. Use the client_id of an earlier one.',
    { status: 429, headers: { 'retry-after': String(wait) } },
  )
