import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import * as access from '#access'
import { versions } from '#contract'
import * as mail from '#mail'
import { createServer } from '#main/server'
import { newId } from '#platform/ids'
import type { Deployment } from '#platform/installation'
import { createLruCache } from '#platform/kept'
import { createLog } from '#platform/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres'
import { createCipher } from '#platform/secrets'
import { admin } from '#surfaces/admin'
import { auth } from '#surfaces/auth'
import { pictures } from '#surfaces/pictures'
import { redeem } from '#surfaces/redeem'
import { pageNotFound, web } from '#surfaces/web'
import { freshDatabase } from '#test/database'

/** An installation that listens on this computer, with its admin area, and time in the test's hand. */
export interface AdminWorld {
  origin: string
  /** Of the database. */
  url: string
  db: Database
  account: access.Account
  admin: Credentials
  sender: Credentials
  /** By how many milliseconds the service's clock runs ahead; set it to move time. */
  time: { ahead: number }
  run<T>(verb: (ctx: TxContext) => Promise<T>, account_id?: string): Promise<T>
  newAccount(name: string, tier?: access.Tier): Promise<access.Account>
  newPerson(role: access.Role, account_id?: string): Promise<Credentials>
  /** A browser of somebody who is signed in. */
  signedIn(who: Credentials): Promise<Visitor>
  /** The secret part of the last link that was mailed to this address; undefined when there was no mail. */
  lastLink(email: string, account_id?: string): Promise<string | undefined>
  /** A second process of the same installation. Answers its address. */
  anotherNode(): Promise<string>
}

export interface Credentials {
  id: string
  email: string
  password: string
}

interface Options {
  /** Whether there is an account with an admin and a sender from the beginning. */
  isEmpty?: boolean
  /** Whether endpoints must have public addresses, as in production. */
  isGuarded?: boolean
  /** Whether emails can leave, or be looked at. */
  canSendEmail?: boolean
}

export async function openAdminWorld({
  isEmpty = false,
  isGuarded = false,
  canSendEmail = true,
}: Options = {}): Promise<AdminWorld> {
  const { url, drop } = await freshDatabase()
  const place = { origin: '' }
  const time = { ahead: 0 }
  const clock = () => new Date(Date.now() + time.ahead)
  const installation: Deployment = {
    // known only when the port is
    get origin() {
      return place.origin
    },
    stage: 'staging',
    region: 'us',
    versions,
    cipher: createCipher([{ id: 'test', bytes: randomBytes(32) }]),
    cache: createLruCache(100),
    notify: () => {},
  }
  const open = (name: string) =>
    openDatabase({ url, clock, deployment: installation, maxConnections: 8, name })
  const db = open('test')
  const closing: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
    await db.pool.end()
    await drop()
  })
  place.origin = await listen(db, closing, { webhookAllowPrivate: !isGuarded, canSendEmail })

  const run: AdminWorld['run'] = (verb, account_id = account.id) =>
    inTransaction(db, account_id, verb)
  const newAccount: AdminWorld['newAccount'] = (name, tier = 'enterprise') =>
    inTransaction(db, ALL_ACCOUNTS, (ctx) => access.createAccount(ctx, { name, tier }))
  const newPerson: AdminWorld['newPerson'] = async (role, account_id) => {
    const email = `${newId()}@example.com`
    const { user: person, password } = await run(
      (ctx) => access.createUser(ctx, { email, role, name: `Ada ${role}` }),
      account_id,
    )
    return { id: person.id, email, password }
  }
  const nobody = { id: '', email: '', password: '' }
  const account = isEmpty ? ({ id: '' } as access.Account) : await newAccount('Larkfield')
  return {
    origin: place.origin,
    url,
    db,
    account,
    admin: isEmpty ? nobody : await newPerson('admin'),
    sender: isEmpty ? nobody : await newPerson('sender'),
    time,
    run,
    newAccount,
    newPerson,
    async signedIn({ email, password }) {
      const visitor = newVisitor(place.origin)
      const { status, text } = await visitor.post('/session', { email, password })
      if (status !== 201) throw new Error(`not signed in: ${status} ${text}`)
      return visitor
    },
    lastLink: (email, account_id) => run((ctx) => lastLink(ctx, email), account_id),
    async anotherNode() {
      const second = open('another node')
      closing.push(() => second.pool.end())
      return listen(second, closing, { webhookAllowPrivate: !isGuarded, canSendEmail })
    },
  }
}

async function listen(
  db: Database,
  closing: (() => Promise<unknown>)[],
  options: { webhookAllowPrivate: boolean; canSendEmail: boolean },
): Promise<string> {
  const app = createServer(createLog({ level: 'silent' }))
  await app.register(web)
  await app.register(pictures(db))
  await app.register(redeem({ db, rateLimit: 0 }))
  await app.register(auth({ db, rateLimit: 0 }))
  await app.register(admin({ db, ...options }), { prefix: '/admin/api' })
  app.setNotFoundHandler(
    (request, reply) => pageNotFound(request, reply) ?? reply.code(404).send({ errors: [] }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return `http://localhost:${port}`
}

async function lastLink(ctx: TxContext, email: string): Promise<string | undefined> {
  const [last] = await mail.listByRecipient(ctx, email)
  const shown = last === undefined ? undefined : await mail.find(ctx, last.id)
  return /#([\w-]{43})/.exec(shown?.rendered?.text ?? '')?.[1]
}

export interface Answered {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they know
  json: any
}

/** A browser as far as the admin area needs one: it keeps cookies and says where it comes from. */
export interface Visitor {
  readonly cookies: Map<string, string>
  get(path: string): Promise<Answered>
  post(path: string, body?: unknown): Promise<Answered>
  put(path: string, body?: unknown): Promise<Answered>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  delete(path: string): Promise<Answered>
  send(method: string, path: string, options?: SendOptions): Promise<Answered>
}

interface SendOptions {
  body?: unknown
  /** Null: the header is left out. */
  from?: string | null
  headers?: Record<string, string>
  /** Another node than usual. */
  at?: string
}

export function newVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>()
  const send: Visitor['send'] = async (method, path, options = {}) => {
    const { body, from = origin, at = origin, headers: more = {} } = options
    const headers = new Headers(more)
    if (from !== null) headers.set('origin', from)
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(`${at.replace('localhost', '127.0.0.1')}/admin/api${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    const json = isJson && text !== '' ? JSON.parse(text) : undefined
    return { status: answer.status, headers: answer.headers, text, json }
  }
  return {
    cookies,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, { body }),
    put: (path, body) => send('PUT', path, { body }),
    patch: (path, body, headers = {}) => send('PATCH', path, { body, headers }),
    delete: (path) => send('DELETE', path),
  }
}
