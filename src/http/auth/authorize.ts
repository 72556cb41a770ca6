import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import type * as apiKeys from '#api-keys'
import { isAddressAllowed } from '#platform/lib/allowed-addresses'
import { deviceCookieName, sessionCookieName } from '#platform/lib/session-cookie'
import type { Database } from '#platform/postgres/database'
import {
  type AuthorizationAttempt,
  buildRedirect,
  findClient,
  parseAuthorizationRequest,
  RedirectError,
} from './authorization-request.ts'
import { type ConsentingUser, issueCode, parseDailyCap } from './consent.ts'
import { consentPage } from './consent-page.ts'
import { issueConsentToken, verifyConsentToken } from './consent-token.ts'
import { backToAppPage, errorPage } from './error-page.ts'
import { toOAuthError } from './errors.ts'
import { sendPage } from './layout.ts'
import { getRequired, type Parameters, parseBody } from './parameters.ts'

/**
 * Creates the plugin for `/auth/authorize`. On this page, an admin signs in and decides whether an app may
 * act for the account.
 */
export function authorize(db: Database, isMcpEnabled: boolean) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => redirectOrShowError(db, error, request, reply))
    authorizeRoutes(app, db, isMcpEnabled)
  }
}

function authorizeRoutes(app: FastifyInstance, db: Database, isMcpEnabled: boolean): void {
  const show = createConsentView(db)

  app.get('/auth/authorize', async (request, reply) =>
    show(request, reply, await parseAuthorizationRequest(request, db, isMcpEnabled)),
  )

  app.post('/auth/authorize', async (request, reply) => {
    const parameters = parseBody(request)
    const authorization = verifyConsentToken(db, request, getRequired(parameters, 'consent_token'))
    const client = await findClient(db, authorization)
    const attempt = { client, authorization }
    if (parameters.get('decision') !== 'allow')
      return redirectToApp(reply, buildRedirect(db, authorization, { error: 'access_denied' }))
    const daily_cap = parseDailyCap(authorization, parameters.get('daily_cap'))
    if (daily_cap === undefined)
      return show(request, reply, attempt, { error: invalidCapMessage, status: 422 })
    const outcome =
      (await currentUser(db, client, request)) ?? (await signIn(db, client, request, parameters))
    if ('error' in outcome) {
      if (outcome.retryAfterSeconds !== undefined)
        reply.header('retry-after', String(outcome.retryAfterSeconds))
      return show(request, reply, attempt, outcome)
    }
    const code = await issueCode(db, attempt, { user: outcome, daily_cap, address: request.ip })
    return redirectToApp(reply, buildRedirect(db, authorization, { code }))
  })
}

const invalidCapMessage = 'Enter how many gifts the app may send in 24 hours: 0 to 10,000.'

/** The data to show the sign-in form again, with the error of the failed sign-in. */
interface Retry {
  email?: string
  error: string
  status: number
  retryAfterSeconds?: number | undefined
}

/** Checks the credentials of a user. Returns the user, or the error to show. */
async function signIn(
  db: Database,
  client: apiKeys.AuthorizingClient,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<ConsentingUser | Retry> {
  const email = (parameters.get('email') ?? '').replaceAll('\0', '')
  const requestOrigin = requestOriginOf(db, request)
  try {
    await accounts.countPasswordAttempt(db, email, requestOrigin)
  } catch (error) {
    if (!(error instanceof accounts.TooManyAttempts)) throw error
    const { message, retryAfterSeconds } = error
    return { email, error: message, status: 429, retryAfterSeconds }
  }
  const { account } = client
  const memberships = await accounts.authenticatePerson(db, email, parameters.get('password') ?? '')
  const [user, another] = memberships.filter(
    ({ account_id, role }) => role === 'admin' && account_id === (account?.id ?? account_id),
  )
  if (user === undefined) {
    const where = account === undefined ? '' : ` of ${account.name}`
    const error = `This email address and password do not belong to an admin${where}.`
    return { email, error, status: 422 }
  }
  await accounts.resetPasswordAttempts(db, email, requestOrigin)
  const isAllowed =
    !user.requires_second_factor && isAddressAllowed(user.allowed_networks, request.ip)
  if (another === undefined && isAllowed) return { ...user, id: user.user_id }
  const error =
    another === undefined
      ? `${user.account_name} does not allow this sign-in. Sign in to Bestow as its access policy asks, then open this page again.`
      : 'You are an admin of several accounts. Sign in to Bestow, choose the account there, then open this page again.'
  return { email, error, status: 422 }
}

/** Creates a function that shows the consent page. After a failed attempt, the page also shows the error. */
const createConsentView =
  (db: Database) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { authorization, client }: AuthorizationAttempt,
    retry: Partial<Retry> = {},
  ) => {
    const consentToken = issueConsentToken(db, request, reply, authorization)
    const { stage } = db.deployment
    const member = await currentUser(db, client, request)
    const { email, error } = retry
    const page = consentPage({
      client,
      authorization,
      consentToken,
      stage,
      member,
      returnPath: request.method === 'GET' ? request.url : undefined,
      ...(email === undefined ? {} : { email }),
      ...(error === undefined ? {} : { error }),
    })
    return sendPage(reply.code(retry.status ?? 200), page, authorization.redirect_uri)
  }

/**
 * Returns the user who is signed in on this browser, but only if this user is an admin who may allow the app.
 */
async function currentUser(
  db: Database,
  { account }: apiKeys.AuthorizingClient,
  { cookies, ip: address }: FastifyRequest,
): Promise<ConsentingUser | undefined> {
  const token = cookies[sessionCookieName(db.deployment)]
  const member =
    token === undefined ? undefined : await accounts.findSessionUser(db, token, { address })
  if (member?.role !== 'admin' || member.restriction !== null) return undefined
  if (account !== undefined && member.account_id !== account.id) return undefined
  const { user_id, account_id, account_name, name, email } = member
  return { id: user_id, account_id, account_name, name, email }
}

/**
 * Returns the origin of a sign-in attempt in the same form as the sign-in page, because both pages share one
 * limit.
 */
const requestOriginOf = (db: Database, { ip, headers, cookies }: FastifyRequest) => ({
  address: ip,
  user_agent: headers['user-agent'] ?? '',
  device_token: cookies[deviceCookieName(db.deployment)],
})

/** Redirects the browser with the status 303, so that it sends a GET request without the password. */
const redirectToApp = (reply: FastifyReply, location: string) =>
  reply.header('cache-control', 'no-store').redirect(location, 303)

/**
 * Shows the error, or redirects to the app if the app should receive the error. The function redirects only a
 * signed-in admin of the app's account at once. All other users see a page with a link. The users of a client
 * that registered itself also see this page. Anyone can register an app, and this origin must not be an open
 * redirector (RFC 9700, 4.11.2).
 */
async function redirectOrShowError(
  db: Database,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof RedirectError) {
    const { client, reason, location } = error
    if (client.account !== undefined && (await currentUser(db, client, request)) !== undefined)
      return redirectToApp(reply, location)
    return sendPage(reply.code(400), backToAppPage(client, reason, location))
  }
  const oauthError = toOAuthError(error, request)
  return sendPage(
    reply.code(oauthError.status).headers(oauthError.headers),
    errorPage(oauthError.message),
  )
}
