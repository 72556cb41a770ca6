import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import type { AuthorizationRequest } from './authorization-request.ts'
import { OAuthError } from './errors.ts'

/*
 * The consent page carries what is asked as a sealed ticket, which no other site can write; and the
 * browser holds a cookie that the ticket names, which no other site's form brings along. So a yes
 * comes from our page, in the browser that we showed it to, on whichever node.
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
  if (readCookie(db, request) !== browser || until <= db.clock().getTime()) throw expiredError()
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
  new OAuthError('invalid_request', 'This page has been open for too long, or not here.')

const readCookie = (db: Database, { cookies }: FastifyRequest) => cookies[cookieName(db)] ?? ''

const isSecure = ({ deployment }: Database) => deployment.origin.startsWith('https:')

/** The prefix keeps neighbours on other subdomains from setting it. It needs https. */
const cookieName = (db: Database) => (isSecure(db) ? '__Host-bestow_consent' : 'bestow_consent')
