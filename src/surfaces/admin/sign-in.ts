import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { dropSession, keepDevice, keepSession, sessionOf } from './cookie.ts'
import { postRecovery } from './letters.ts'
import { Answer, type Asked, open, operation, outside } from './operation.ts'
import { noExtra, text } from './shapes.ts'

/** One answer to whoever is not let in, whatever was wrong. */
const notThem = () => new ApiError('unauthorized', { message: 'Incorrect email or password.' })
const wrongCode = () =>
  new ApiError('unauthorized', {
    message: 'This code is not right, or has been used. Try the next one.',
  })

const account = { address: text(254), secret: text(256) }

/** Milliseconds, and more than the writing of a mail takes. */
const recoveryTakes = 150

export const signIn = [
  open(
    'GET',
    '/session',
    { does: 'say who is signed in, and how this installation stands' },
    async ({ db, request, canSendEmail: can_send_email }) => {
      const { stage, region, origin } = db.deployment
      const token = sessionOf(db.deployment, request)
      const member = token === undefined ? undefined : await access.findSessionUser(db, token)
      const needs_setup = member === undefined && (await isUnused({ db }))
      return {
        installation: { stage, region, origin, can_send_email },
        needs_setup,
        me: member ? me(member) : null,
      }
    },
  ),

  open(
    'POST',
    '/session',
    {
      does: 'sign in with e-mail address and password',
      body: Type.Object({ email: account.address, password: account.secret }, noExtra),
    },
    async ({ db, body, where, reply }) => {
      const outcome = await access.signInWithPassword(db, body, where)
      if (outcome.kind === 'refused') throw notThem()
      if (outcome.kind === 'code_needed')
        return new Answer(202, { code_needed: true, ticket: outcome.ticket })
      return enter({ db, reply }, outcome.session)
    },
  ),

  open(
    'POST',
    '/session/code',
    {
      does: 'give the code that sign-in asked for',
      body: Type.Object({ ticket: text(4_000), code: text(20) }, noExtra),
    },
    async ({ db, body, where, reply }) => {
      const session = await access.signInWithCode(db, body, where)
      if (session === undefined) throw wrongCode()
      return enter({ db, reply }, session)
    },
  ),

  open('POST', '/session/passkey/options', { does: 'begin to sign in with a passkey' }, ({ db }) =>
    access.startPasskeySignIn(db),
  ),

  open(
    'POST',
    '/session/passkey',
    {
      does: 'sign in with a passkey',
      body: Type.Object({ ticket: text(4_000), response: Type.Object({}) }, noExtra),
    },
    async ({ db, body, where, reply }) => {
      const session = await access.signInWithPasskey(db, body, where)
      if (session === undefined)
        throw new ApiError('unauthorized', { message: 'This passkey does not open anything here.' })
      return enter({ db, reply }, session)
    },
  ),

  outside(
    'DELETE',
    '/session',
    { needs: 'sender', does: 'sign out here' },
    async ({ db, member, reply }) => {
      await inTransaction(db, member.account_id, (ctx) =>
        access.endSession(ctx, member.person_id, member.session_id),
      )
      dropSession(db.deployment, reply)
    },
  ),

  operation(
    'GET',
    '/sessions',
    { needs: 'sender', does: 'list where you are signed in' },
    async ({ real, member }) => {
      const sessions = await access.listSessions(real, member.person_id)
      const data = sessions.map((each) => ({ ...each, is_here: each.id === member.session_id }))
      return { data, has_more: false }
    },
  ),

  operation(
    'DELETE',
    '/sessions/:id',
    { needs: 'sender', does: 'sign out in one other place' },
    ({ real, member, params }) => access.endSession(real, member.person_id, params.id ?? ''),
  ),

  operation(
    'DELETE',
    '/sessions',
    { needs: 'sender', does: 'sign out everywhere but here' },
    async ({ real, member, actor }) => {
      const ended = await access.endSessions(real, member.person_id, member.session_id)
      const subject = { kind: 'person', id: member.person_id, name: member.name }
      access.recordEntry(real, { actor, action: 'session.end_others', subject, details: { ended } })
      return { ended }
    },
  ),

  open(
    'POST',
    '/recovery',
    {
      does: 'ask for a mail with a link to a new password',
      body: Type.Object({ email: account.address }, noExtra),
    },
    async ({ db, body, where }) => {
      const ask = access.requestPasswordReset(db, body.email, where, postRecovery)
      // one answer after one time, whoever that is and whether there is anybody
      await Promise.all([ask, sleep(recoveryTakes)])
      return new Answer(202, { sent: true })
    },
  ),

  open(
    'PUT',
    '/recovery',
    {
      does: 'choose a new password with the link of that mail',
      body: Type.Object({ token: text(100), password: account.secret }, noExtra),
    },
    async ({ db, body, where }) => {
      const isDone = await access.resetPassword(db, body, where, (ctx, { id, name }) =>
        access.recordEntry(ctx, {
          actor: { kind: 'person', id, name, address: where.address },
          action: 'person.recover_password',
          subject: { kind: 'person', id, name },
        }),
      )
      if (isDone) return
      throw new ApiError('not_found', {
        message: 'This link has been used, or is too old. Ask for another one.',
      })
    },
  ),
]

/** Hands the session over as a cookie, and says who it is. */
export async function enter(
  { db, reply }: Pick<Asked<unknown>, 'db' | 'reply'>,
  session: access.NewSession,
): Promise<Answer> {
  const member = await access.findSessionUser(db, session.token)
  if (member === undefined) throw notThem()
  keepSession(db.deployment, reply, session)
  keepDevice(db, reply, member.email)
  const { person_id: id, name, account_id, method } = member
  await inTransaction(db, account_id, async (ctx) =>
    access.recordEntry(ctx, {
      actor: { kind: 'person', id, name, address: reply.request.ip },
      action: 'session.start',
      subject: { kind: 'person', id, name },
      details: { method },
    }),
  )
  return new Answer(201, { me: me(member) })
}

/** Who is signed in, as the app shows them. */
const me = (member: access.SessionUser) => ({
  id: member.person_id,
  name: member.name,
  email: member.email,
  role: member.role,
  has_totp: member.has_totp,
  account: {
    id: member.account_id,
    name: member.account_name,
    tier: member.tier,
    stage: member.stage,
    region: member.region,
    clock_ahead_ms: member.clock_ahead_ms,
  },
})

const isUnused = ({ db }: Pick<Asked<unknown>, 'db'>) =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => !(await access.hasAnyAccount(ctx)))
