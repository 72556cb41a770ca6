import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as access from '#access'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { deviceCookieName, sessionCookieName } from '#platform/session-cookie'
import { type Ask, type Asked, findClient, locationFor, readAsk, ToldToApp } from './ask.ts'
import { backToAppPage, consentPage, problemPage } from './consent-page.ts'
import { sendPage } from './page.ts'
import { readBody, required } from './parameters.ts'
import { problemOf } from './problems.ts'
import { giveTicket, readTicket } from './ticket.ts'

/** `/auth/authorize`: a person signs in and says whether an app may act for the account. */
export function authorize(db: Database) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => stayOrGo(db, error, request, reply))
    authorizeRoutes(app, db)
  }
}

function authorizeRoutes(app: FastifyInstance, db: Database): void {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { ask, client }: Asked,
    again: { email?: string; error?: string; status?: number } = {},
  ) => {
    const ticket = giveTicket(db, request, reply, ask)
    const { stage } = db.deployment
    const { redirect_uri } = ask
    const member = await whoIsHere(db, client, request)
    const page = consentPage({ ...again, client, ticket, stage, member, redirect_uri })
    return sendPage(reply.code(again.status ?? 200), page, ask.redirect_uri)
  }

  app.get('/auth/authorize', async (request, reply) =>
    show(request, reply, await readAsk(request, db)),
  )

  app.post('/auth/authorize', async (request, reply) => {
    const parameters = readBody(request)
    const ask = readTicket(db, request, required(parameters, 'ticket'))
    const client = await findClient(db, ask)
    if (parameters.get('decision') !== 'allow')
      return goBack(reply, locationFor(db, ask, { error: 'access_denied' }))
    const member = await whoIsHere(db, client, request)
    if (member !== undefined)
      return goBack(reply, locationFor(db, ask, { code: await codeFor(db, client, ask, member) }))
    const email = (parameters.get('email') ?? '').replaceAll('\0', '')
    const where = whereaboutsOf(db, request)
    try {
      await access.countPasswordAttempt(db, email, where)
    } catch (error) {
      if (!(error instanceof access.TooManyAttempts)) throw error
      reply.header('retry-after', String(error.retryAfterSeconds))
      return show(request, reply, { ask, client }, { email, error: error.message, status: 429 })
    }
    const person = await whoAgrees(db, client, email, parameters.get('password') ?? '')
    if (person === undefined) {
      const error = `This e-mail address and password do not belong to an admin of ${client.account_name}.`
      return show(request, reply, { ask, client }, { email, error, status: 422 })
    }
    await access.resetPasswordAttempts(db, email, where)
    return goBack(reply, locationFor(db, ask, { code: await codeFor(db, client, ask, person) }))
  })
}

/** An admin of the app's own account who is signed in with this browser. */
async function whoIsHere(
  db: Database,
  { account_id }: access.AuthorizingClient,
  { cookies }: FastifyRequest,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const token = cookies[sessionCookieName(db.deployment)]
  const member = token === undefined ? undefined : await access.findSessionUser(db, token)
  if (member?.role !== 'admin' || member.account_id !== account_id) return undefined
  return { id: member.person_id, name: member.name, email: member.email }
}

/** An admin of the app's own account; one answer for everybody else. */
async function whoAgrees(
  db: Database,
  client: access.AuthorizingClient,
  email: string,
  password: string,
) {
  const person = await access.authenticateUser(db, email, password)
  const mayAgree = person?.role === 'admin' && person.account_id === client.account_id
  return mayAgree ? person : undefined
}

const codeFor = (
  db: Database,
  { account_id }: access.AuthorizingClient,
  { client_id, redirect_uri, code_challenge }: Ask,
  person: { id: string },
) =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    access.createAuthorizationCode(ctx, {
      account_id,
      client_id,
      person_id: person.id,
      redirect_uri,
      code_challenge,
    }),
  )

/** Where a try comes from, as at the sign-in page: both count in the same place. */
const whereaboutsOf = (db: Database, { ip, headers, cookies }: FastifyRequest) => ({
  address: ip,
  user_agent: headers['user-agent'] ?? '',
  device_token: cookies[deviceCookieName(db.deployment)],
})

/** 303, so that the browser comes there with a GET and leaves the password behind. */
const goBack = (reply: FastifyReply, location: string) =>
  reply.header('cache-control', 'no-store').redirect(location, 303)

/**
 * Says here what is wrong. Where the app should learn of it, too, an admin of its account who is signed in is sent back
 * to it; anybody else sees a page with a link first, because every customer can register an app, and our address must
 * not lead on to any other without a word (RFC 9700, 4.11.2).
 */
async function stayOrGo(
  db: Database,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof ToldToApp) {
    if ((await whoIsHere(db, error.client, request)) !== undefined)
      return goBack(reply, error.location)
    return sendPage(reply.code(400), backToAppPage(error.client, error.reason, error.location))
  }
  const problem = problemOf(error, request)
  return sendPage(reply.code(problem.status).headers(problem.headers), problemPage(problem.message))
}
