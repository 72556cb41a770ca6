import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import type { AuthorizationRequest } from './authorization-request.ts'
import { OAuthError } from './errors.ts'

/*
 * The consent form contains the authorization request as an encrypted token. Other sites cannot forge this
 * token. The token names a cookie of the browser, and forms on other sites do not send this cookie. Therefore
 * a consent always comes from this page in the same browser. Any node can process it.
 */

const encryptionContext = 'OAuth consent'
const lifetimeMs = 15 * 60 * 1000

interface ConsentTokenPayload extends AuthorizationRequest {
  browser: string
  until: number
}

export function issueConsentToken(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
) {
  const known = readCookie(db, request)
  const browser = /^[A-Za-z0-9_-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(db), browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(db),
    maxAge: lifetimeMs / 1000,
  })
  const payload: ConsentTokenPayload = {
    ...authorization,
    browser,
    until: db.clock().getTime() + lifetimeMs,
  }
  return db.deployment.cipher
    .encrypt(JSON.stringify(payload), encryptionContext)
    .toString('base64url')
}

export function verifyConsentToken(
  db: Database,
  request: FastifyRequest,
  consentToken: string,
): AuthorizationRequest {
  const { browser, until, ...authorization } = decryptToken(db, consentToken)
  const isExpired = until <= db.clock().getTime() || authorization.scopes === undefined // an old token has no scopes
  if (readCookie(db, request) !== browser || isExpired) throw expiredError()
  return authorization
}

function decryptToken(db: Database, consentToken: string): ConsentTokenPayload {
  try {
    return JSON.parse(
      db.deployment.cipher.decrypt(Buffer.from(consentToken, 'base64url'), encryptionContext),
    )
  } catch {
    throw expiredError()
  }
}

const expiredError = () =>
  new OAuthError('invalid_request', 'This page has expired or was opened in another browser.')

const readCookie = (db: Database, { cookies }: FastifyRequest) => cookies[cookieName(db)] ?? ''

const isSecure = ({ deployment }: Database) => deployment.origin.startsWith('https:')

/**
 * Returns the name of the cookie. The prefix `__Host-` prevents other subdomains from setting the cookie. The
 * prefix requires https.
 */
const cookieName = (db: Database) => (isSecure(db) ? '__Host-bestow_consent' : 'bestow_consent')
