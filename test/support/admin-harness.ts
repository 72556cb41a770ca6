import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import * as accounts from '#accounts'
import { identityProviders, postalCodes } from '#app/connectors'
import { createServer } from '#app/http-server'
import { createSystemStatusReader } from '#app/system/system-status'
import type { InstallationMail } from '#email'
import * as mail from '#email'
import type { ShippingConfig } from '#fulfilment'
import { admin } from '#http/admin'
import { auth } from '#http/auth'
import { images } from '#http/images'
import { guardAccountHosts, redeem } from '#http/redeem'
import { scim, scimPath } from '#http/scim'
import { pageNotFound, web } from '#http/web'
import { readConfig } from '#platform/config/config'
import { newId } from '#platform/lib/ids'
import { createLog } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres/database'
import { createMigrationStatusReader } from '#platform/postgres/migrations'
import { findContractViolations } from '#test/admin-contract'
import { watchAuditEntries } from '#test/audit-coverage'
import { testShipping } from '#test/fulfilment-fixture'
import { createDeployment } from '#test/test-database'
import { createTestUser } from '#test/test-user'
import { createMigratedDatabase } from '#test/throwaway-database'

/**
 * A deployment that listens on a local port, with its admin area. The test controls the time of the service.
 */
export interface AdminTestApp {
  origin: string
  /** The URL of the test database. */
  url: string
  db: Database
  account: accounts.Account
  admin: Credentials
  sender: Credentials
  /** The milliseconds by which the service's clock is ahead. A test sets `offsetMs` to advance the time. */
  time: { offsetMs: number }
  run<T>(callback: (ctx: TxContext) => Promise<T>, account_id?: string): Promise<T>
  createAccount(name: string, tier?: accounts.Tier): Promise<accounts.Account>
  createUser(role: accounts.Role, account_id?: string): Promise<Credentials>
  /** Finds the credentials of a user that `createUser` has created. */
  findCredentials(email: string): Credentials | undefined
  signIn(user: Credentials): Promise<AdminClient>
  /**
   * Finds the secret part of the last emailed link to this address. Returns undefined if no email was sent.
   */
  findLastEmailToken(email: string, account_id?: string): Promise<string | undefined>
  /** Starts a second process of the same deployment. Returns its origin. */
  startAnotherNode(): Promise<string>
}

export interface Credentials {
  id: string
  email: string
  password: string
}

interface AdminTestAppOptions {
  /** True to start without an account. Otherwise one account with an admin and a sender exists. */
  isEmpty?: boolean
  /** True to reject endpoints with private addresses, as in production. */
  blockPrivateAddresses?: boolean
  /** Whether a mail transport or the local mailbox is configured. */
  canSendEmail?: boolean
  /** The carriers. The default is manual shipping. */
  shipping?: ShippingConfig
  /** How the installation sends emails. By default, it has no mail server. */
  installationMail?: InstallationMail
  /** The name servers of the checks of domains, and the targets of the hosts of accounts. */
  nameServers?: readonly string[]
  hostTargets?: readonly string[]
}

export async function createAdminTestApp({
  isEmpty = false,
  blockPrivateAddresses = false,
  canSendEmail = true,
  shipping,
  installationMail,
  nameServers,
  hostTargets,
}: AdminTestAppOptions = {}): Promise<AdminTestApp> {
  const { url, drop } = await createMigratedDatabase()
  const hosts = accounts.createHostDirectory()
  const { deployment, address } = createDeployment({
    ...{ nameServers, hostTargets, hosts },
    notify: (topic) => {
      if (topic === 'hosts') hosts.refresh(db).catch(() => {})
    },
  })
  const time = { offsetMs: 0 }
  const clock = () => new Date(Date.now() + time.offsetMs)
  const open = (name: string) => openDatabase({ url, clock, deployment, maxConnections: 8, name })
  const db = open('test')
  const closeCallbacks: (() => Promise<unknown>)[] = []
  const checks: (() => void)[] = []
  after(async () => {
    for (const close of closeCallbacks.reverse()) await close()
    await db.pool.end()
    await drop()
    for (const check of checks) check()
  })
  const options = {
    webhookAllowPrivate: !blockPrivateAddresses,
    canSendEmail,
    ...(shipping && { shipping }),
    ...(installationMail && { installationMail }),
  }
  address.origin = await listen(db, closeCallbacks, checks, options)

  const run: AdminTestApp['run'] = (callback, account_id = account.id) =>
    inTransaction(db, account_id, callback)
  const createAccount: AdminTestApp['createAccount'] = (name, tier = 'enterprise') =>
    inTransaction(db, ALL_ACCOUNTS, (ctx) => accounts.createAccount(ctx, { name, tier }))
  const created = new Map<string, Credentials>()
  const createUser: AdminTestApp['createUser'] = async (role, account_id) => {
    const email = `${newId()}@example.com`
    const { user, password } = await run(
      (ctx) => createTestUser(ctx, { email, role, name: `Ada ${role}` }),
      account_id,
    )
    const credentials = { id: user.id, email, password }
    created.set(email, credentials)
    return credentials
  }
  const noUser = { id: '', email: '', password: '' }
  const account = isEmpty ? ({ id: '' } as accounts.Account) : await createAccount('Larkfield')
  return {
    origin: address.origin,
    url,
    db,
    account,
    admin: isEmpty ? noUser : await createUser('admin'),
    sender: isEmpty ? noUser : await createUser('sender'),
    time,
    run,
    createAccount,
    createUser,
    findCredentials: (email) => created.get(email),
    async signIn({ email, password }) {
      const client = createAdminClient(address.origin)
      const { status, text } = await client.post('/session', { email, password })
      if (status !== 201) throw new Error(`not signed in: ${status} ${text}`)
      return client
    },
    findLastEmailToken: (email, account_id) =>
      run((ctx) => findLastEmailToken(ctx, email), account_id),
    async startAnotherNode() {
      const secondDb = open('another node')
      closeCallbacks.push(() => secondDb.pool.end())
      return listen(secondDb, closeCallbacks, checks, options)
    },
  }
}

async function listen(
  db: Database,
  closeCallbacks: (() => Promise<unknown>)[],
  checks: (() => void)[],
  options: {
    webhookAllowPrivate: boolean
    canSendEmail: boolean
    shipping?: ShippingConfig
    installationMail?: InstallationMail
  },
): Promise<string> {
  const app = createServer(createLog({ level: 'silent' }))
  checks.push(watchAuditEntries(app, db))
  const accountHosts = guardAccountHosts(app, { db })
  await app.register(web, { origin: db.deployment.origin })
  await app.register(images(db))
  await app.register(scim({ db }), { prefix: scimPath })
  await app.register(redeem({ db, shipping: testShipping, rateLimit: 0, postalCodes }))
  const rules = { allowPrivate: options.webhookAllowPrivate }
  const providerKinds = { all: identityProviders, rules }
  await app.register(auth({ db, rateLimit: 0, isMcpEnabled: true, providerKinds }))
  const page = { livePollMs: 500, identityProviders, readSystemStatus: createTestStatusReader(db) }
  await app.register(admin({ db, ...page, ...options }), { prefix: '/admin/api' })
  app.setNotFoundHandler(
    (request, reply) =>
      accountHosts.replyNotFound(request, reply) ??
      pageNotFound(request, reply, db.deployment.origin) ??
      reply.code(404).send({ errors: [] }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  closeCallbacks.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return `http://localhost:${port}`
}

const createTestStatusReader = (db: Database) =>
  createSystemStatusReader({
    db,
    config: readConfig({}),
    log: createLog({ level: 'silent' }),
    schema: createMigrationStatusReader(),
  })

async function findLastEmailToken(ctx: TxContext, email: string): Promise<string | undefined> {
  const [last] = await mail.listByRecipient(ctx, email)
  const message = last === undefined ? undefined : await mail.find(ctx, last.id)
  return /#([\w-]{43})/.exec(message?.rendered?.text ?? '')?.[1]
}

export interface AdminResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members that they know
  json: any
}

/** Returns a client with the same session, whose requests name an account, as those of a page do. */
export function inAccount(
  origin: string,
  { cookies }: AdminClient,
  account_id: string,
): AdminClient {
  const client = createAdminClient(origin, cookies)
  const named = (path: string) => `${path}${path.includes('?') ? '&' : '?'}in_account=${account_id}`
  return {
    cookies,
    send: (method, path, options) => client.send(method, named(path), options),
    get: (path) => client.get(named(path)),
    post: (path, body) => client.post(named(path), body),
    put: (path, body) => client.put(named(path), body),
    patch: (path, body, headers) => client.patch(named(path), body, headers),
    delete: (path) => client.delete(named(path)),
  }
}

/**
 * An HTTP client with the parts of a browser that the admin area needs: a cookie jar and the Origin header.
 */
export interface AdminClient {
  readonly cookies: Map<string, string>
  get(path: string): Promise<AdminResponse>
  post(path: string, body?: unknown): Promise<AdminResponse>
  put(path: string, body?: unknown): Promise<AdminResponse>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<AdminResponse>
  delete(path: string): Promise<AdminResponse>
  send(method: string, path: string, options?: SendOptions): Promise<AdminResponse>
}

interface SendOptions {
  body?: unknown
  /** The Origin header of the request. If it is null, the request has no Origin header. */
  from?: string | null
  headers?: Record<string, string>
  /** The origin of another node of the deployment. */
  baseUrl?: string
}

export function createAdminClient(
  origin: string,
  cookies = new Map<string, string>(),
): AdminClient {
  const send: AdminClient['send'] = async (method, path, options = {}) => {
    const { body, from = origin, baseUrl = origin, headers: extraHeaders = {} } = options
    const headers = new Headers(extraHeaders)
    if (from !== null) headers.set('origin', from)
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${baseUrl.replace('localhost', '127.0.0.1')}/admin/api${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const json = isJson && text !== '' ? JSON.parse(text) : undefined
    const { status } = response
    const violations = findContractViolations(method, path, {
      status,
      headers: response.headers,
      json,
    })
    if (violations.length > 0) throw new Error(violations.join('\n'))
    return { status, headers: response.headers, text, json }
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
