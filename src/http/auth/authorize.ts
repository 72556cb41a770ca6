import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { deviceCookieName, sessionCookieName } from '#platform/lib/session-cookie'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import {
  type AuthorizationAttempt,
  type AuthorizationRequest,
  buildRedirect,
  findClient,
  parseAuthorizationRequest,
  RedirectError,
} from './authorization-request.ts'
import { backToAppPage, consentPage, errorPage } from './consent-page.ts'
import { issueConsentToken, verifyConsentToken } from './consent-token.ts'
import { toOAuthError } from './errors.ts'
import { sendPage } from './layout.ts'
import { getRequired, parseBody } from './parameters.ts'

/** `/auth/authorize`: an admin signs in and decides whether an app may act for the account. */
export function authorize(db: Database) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => redirectOrShowError(db, error, request, reply))
    authorizeRoutes(app, db)
  }
}

function authorizeRoutes(app: FastifyInstance, db: Database): void {
  const show = createConsentView(db)

  app.get('/auth/authorize', async (request, reply) =>
    show(request, reply, await parseAuthorizationRequest(request, db)),
  )

  app.post('/auth/authorize', async (request, reply) => {
    const parameters = parseBody(request)
    const authorization = verifyConsentToken(db, request, getRequired(parameters, 'consent_token'))
    const client = await findClient(db, authorization)
    if (parameters.get('decision') !== 'allow')
      return redirectToApp(reply, buildRedirect(db, authorization, { error: 'access_denied' }))
    const member = await currentUser(db, client, request)
    if (member !== undefined)
      return redirectToApp(
        reply,
        buildRedirect(db, authorization, {
          code: await issueCode(db, client, authorization, member),
        }),
      )
    const email = (parameters.get('email') ?? '').replaceAll('\0', '')
    const requestOrigin = requestOriginOf(db, request)
    try {
      await accounts.countPasswordAttempt(db, email, requestOrigin)
    } catch (error) {
      if (!(error instanceof accounts.TooManyAttempts)) throw error
      reply.header('retry-after', String(error.retryAfterSeconds))
      return show(
        request,
        reply,
        { authorization, client },
        { email, error: error.message, status: 429 },
      )
    }
    const user = await consentingUser(db, client, email, parameters.get('password') ?? '')
    if (user === undefined) {
      const error = `This e-mail address and password do not belong to an admin of ${client.account_name}.`
      return show(request, reply, { authorization, client }, { email, error, status: 422 })
    }
    await accounts.resetPasswordAttempts(db, email, requestOrigin)
    return redirectToApp(
      reply,
      buildRedirect(db, authorization, { code: await issueCode(db, client, authorization, user) }),
    )
  })
}

/** Shows the consent page, again with the error of a failed sign-in. */
const createConsentView =
  (db: Database) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { authorization, client }: AuthorizationAttempt,
    retry: { email?: string; error?: string; status?: number } = {},
  ) => {
    const consentToken = issueConsentToken(db, request, reply, authorization)
    const { stage } = db.deployment
    const { redirect_uri, scopes } = authorization
    const member = await currentUser(db, client, request)
    const page = consentPage({
      ...retry,
      client,
      scopes,
      consentToken,
      stage,
      member,
      redirect_uri,
    })
    return sendPage(reply.code(retry.status ?? 200), page, authorization.redirect_uri)
  }

/** Returns the signed-in user of this browser if the user is an admin of the app's account. */
async function currentUser(
  db: Database,
  { account_id }: apiKeys.AuthorizingClient,
  { cookies }: FastifyRequest,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const token = cookies[sessionCookieName(db.deployment)]
  const member = token === undefined ? undefined : await accounts.findSessionUser(db, token)
  if (member?.role !== 'admin' || member.account_id !== account_id) return undefined
  return { id: member.user_id, name: member.name, email: member.email }
}

/** Returns the user if the credentials belong to an admin of the app's account. All other users get the same error. */
async function consentingUser(
  db: Database,
  client: apiKeys.AuthorizingClient,
  email: string,
  password: string,
) {
  const user = await accounts.authenticateUser(db, email, password)
  const canConsent = user?.role === 'admin' && user.account_id === client.account_id
  return canConsent ? user : undefined
}

const issueCode = (
  db: Database,
  { account_id }: apiKeys.AuthorizingClient,
  { client_id, redirect_uri, code_challenge, scopes }: AuthorizationRequest,
  user: { id: string },
) =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    apiKeys.createAuthorizationCode(ctx, {
      account_id,
      client_id,
      user_id: user.id,
      scopes,
      redirect_uri,
      code_challenge,
    }),
  )

/** The origin of a sign-in attempt, in the form of the sign-in page, because both share one limit. */
const requestOriginOf = (db: Database, { ip, headers, cookies }: FastifyRequest) => ({
  address: ip,
  user_agent: headers['user-agent'] ?? '',
  device_token: cookies[deviceCookieName(db.deployment)],
})

/** Redirects with 303, so that the browser sends a GET without the password. */
const redirectToApp = (reply: FastifyReply, location: string) =>
  reply.header('cache-control', 'no-store').redirect(location, 303)

/**
 * Shows the error, or redirects to the app if the app should receive it. Only a signed-in admin of the app's account is
 * redirected at once. All other users see a page with a link: every customer can register an app, and this origin must
 * not be an open redirector (RFC 9700, 4.11.2).
 */
async function redirectOrShowError(
  db: Database,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof RedirectError) {
    if ((await currentUser(db, error.client, request)) !== undefined)
      return redirectToApp(reply, error.location)
    return sendPage(reply.code(400), backToAppPage(error.client, error.reason, error.location))
  }
  const oauthError = toOAuthError(error, request)
  return sendPage(
    reply.code(oauthError.status).headers(oauthError.headers),
    errorPage(oauthError.message),
  )
}
