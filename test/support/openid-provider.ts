import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/*
 * An OpenID Connect provider on a separate socket: discovery, authorization endpoint, token endpoint and
 * keys. It signs in the person of `person` at once. A test changes `faults` to make the provider lie.
 */

interface Person {
  sub: string
  email?: string
  email_verified?: unknown
}

export interface ProviderFaults {
  /** The claims of the ID token to replace. Undefined removes a claim. */
  claims?: Record<string, unknown>
  /** The members of the discovery document to replace. Undefined removes a member. */
  document?: Record<string, unknown>
  /** The header that replaces the header of the ID token. */
  header?: Record<string, unknown>
  /** True to sign with a key that the key set does not have. */
  hasOtherKey?: boolean
  /** The error of the authorization response. */
  error?: string
  /** Responds to a request in place of the provider. */
  respond?: (path: string, response: ServerResponse) => boolean
}

export interface OpenIdProvider {
  issuer: string
  client_id: string
  client_secret: string
  person: Person
  faults: ProviderFaults
  /** The paths of all requests. */
  requests: string[]
  /** The bodies and authorization headers of all token requests. */
  tokenRequests: { body: URLSearchParams; authorization: string | undefined }[]
  /** Opens the URL as a browser does. Returns the query of the redirect, and the redirect's URL. */
  /** Signs a token with these claims and members of the header. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): string
  authorize(url: string): Promise<{ path_id: string; query: string; redirect: URL }>
}

type Algorithm = 'RS256' | 'ES256' | 'EdDSA'

interface Grant {
  parameters: URLSearchParams
  person: Person
  auth_time: number
}

export async function startOpenIdProvider(algorithm: Algorithm = 'ES256'): Promise<OpenIdProvider> {
  const keys = generateKeys(algorithm)
  const otherKeys = generateKeys(algorithm)
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OpenIdProvider = {
    issuer,
    client_id: 'bestow',
    client_secret: `secret ${randomBytes(8).toString('hex')}&=%`,
    person: { sub: 'unset' },
    faults: {},
    requests: [],
    tokenRequests: [],
    authorize,
    sign: signToken,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    provider.requests.push(url.pathname)
    if (provider.faults.respond?.(url.pathname, response)) return
    if (url.pathname === '/.well-known/openid-configuration') sendJson(response, 200, describe())
    else if (url.pathname === '/jwks')
      sendJson(response, 200, {
        keys: [
          { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: algorithm, use: 'sig' },
        ],
      })
    else if (url.pathname === '/authorize')
      response.writeHead(302, { location: approve(url.searchParams) }).end()
    else if (url.pathname === '/token') await exchange(request, response)
    else response.writeHead(404).end()
  }

  const describe = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm, 'none', 'HS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...provider.faults.document,
  })

  function approve(parameters: URLSearchParams): string {
    const location = new URL(parameters.get('redirect_uri') ?? '')
    location.searchParams.set('state', parameters.get('state') ?? '')
    location.searchParams.set('iss', issuer)
    const { error } = provider.faults
    if (error !== undefined) {
      location.searchParams.set('error', error)
      return location.href
    }
    const code = randomBytes(16).toString('hex')
    const auth_time = Math.floor(Date.now() / 1000)
    grants.set(code, { parameters, person: provider.person, auth_time })
    location.searchParams.set('code', code)
    return location.href
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const body = new URLSearchParams(text)
    provider.tokenRequests.push({ body, authorization: request.headers.authorization })
    if (!isClient(request, body)) return sendJson(response, 401, { error: 'invalid_client' })
    const code = body.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    if (grant === undefined || !isProven(grant, body))
      return sendJson(response, 400, { error: 'invalid_grant' })
    sendJson(response, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: createIdToken(grant),
    })
  }

  function isClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':')
    const decode = (part = '') => decodeURIComponent(part.replaceAll('+', ' '))
    const given =
      basic === ''
        ? [body.get('client_id'), body.get('client_secret')]
        : [decode(id), decode(secret)]
    return given[0] === provider.client_id && given[1] === provider.client_secret
  }

  const isProven = ({ parameters }: Grant, body: URLSearchParams): boolean =>
    createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url') === parameters.get('code_challenge') &&
    body.get('redirect_uri') === parameters.get('redirect_uri')

  function createIdToken({ parameters, person, auth_time }: Grant): string {
    const { claims, header, hasOtherKey = false } = provider.faults
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      iss: issuer,
      aud: provider.client_id,
      exp: now + 300,
      iat: now,
      nonce: parameters.get('nonce'),
      auth_time,
      ...person,
      ...claims,
    }
    return signToken(payload, { typ: 'JWT', ...header }, hasOtherKey)
  }

  function signToken(
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
    hasOtherKey = provider.faults.hasOtherKey === true,
  ): string {
    const signed = [{ alg: algorithm, kid: 'k1', ...header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const { privateKey } = hasOtherKey ? otherKeys : keys
    const signature = header.alg === 'none' ? '' : signWith(algorithm, signed, privateKey)
    return `${signed}.${signature}`
  }

  async function authorize(url: string) {
    const response = await fetch(url, { redirect: 'manual' })
    const redirect = new URL(response.headers.get('location') ?? '')
    const [, path_id = ''] = /^\/single-sign-on\/([\w-]+)$/.exec(redirect.pathname) ?? []
    return { path_id, query: redirect.search.slice(1), redirect }
  }

  return provider
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function generateKeys(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function signWith(algorithm: Algorithm, text: string, key: KeyObject): string {
  const digest = algorithm === 'EdDSA' ? null : 'sha256'
  return sign(digest, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}
