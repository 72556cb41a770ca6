import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres'
import type { Ask } from './ask.ts'
import { OAuthProblem } from './problems.ts'

/*
 * The consent page carries what is asked as a sealed ticket, which no other site can write; and the
 * browser holds a cookie that the ticket names, which no other site's form brings along. So a yes
 * comes from our page, in the browser that we showed it to, on whichever node.
 */

const context = 'OAuth consent'
const lifetime = 15 * 60 * 1000

interface Sealed extends Ask {
  browser: string
  until: number
}

export function giveTicket(db: Database, request: FastifyRequest, reply: FastifyReply, ask: Ask) {
  const known = cookieOf(db, request)
  const browser = /^[A-Za-z0-9_-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(nameOf(db), browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(db),
    maxAge: lifetime / 1000,
  })
  const sealed: Sealed = { ...ask, browser, until: db.clock().getTime() + lifetime }
  return db.deployment.cipher.encrypt(JSON.stringify(sealed), context).toString('base64url')
}

export function readTicket(db: Database, request: FastifyRequest, ticket: string): Ask {
  const { browser, until, ...ask } = open(db, ticket)
  if (cookieOf(db, request) !== browser || until <= db.clock().getTime()) throw stale()
  return ask
}

function open(db: Database, ticket: string): Sealed {
  try {
    return JSON.parse(db.deployment.cipher.decrypt(Buffer.from(ticket, 'base64url'), context))
  } catch {
    throw stale()
  }
}

const stale = () =>
  new OAuthProblem('invalid_request', 'This page has been open for too long, or not here.')

const cookieOf = (db: Database, { cookies }: FastifyRequest) => cookies[nameOf(db)] ?? ''

const isSecure = ({ deployment: installation }: Database) =>
  installation.origin.startsWith('https:')

/** The prefix keeps neighbours on other subdomains from setting it. It needs https. */
const nameOf = (db: Database) => (isSecure(db) ? '__Host-bestow_consent' : 'bestow_consent')
