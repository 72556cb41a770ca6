import { type Static, Type } from 'typebox'
import { accountEndDays } from '#contract/account-end-days'
import { textRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import { boundedText, orNull, page, Stage, strict, Tier, Timestamp } from '../lib/schemas.ts'

export type AccountEndDays = typeof accountEndDays

/** An account of the installation, as operators see it. */
export const ManagedAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tier: Tier,
  external_id: orNull(Type.String({ description: 'The name of the account in your own system.' })),
  tenant: Type.String({ description: 'The handle of the account at the token endpoint.' }),
  region: Type.String(),
  stage: Stage,
  created_at: Timestamp,
  suspended_at: orNull(Timestamp),
  suspension_reason: orNull(Type.String()),
  erase_after: orNull(Timestamp),
  users: Type.Integer(),
  last_seen_at: orNull(Timestamp),
  recent_gifts: Type.Integer({
    description: 'Gifts that were created in the last 30 days; at most 10,000.',
  }),
})
export type ManagedAccount = Static<typeof ManagedAccount>

/** The link of an invitation, which the operator can send if the email does not arrive. */
const InvitedAdmin = Type.Object({ email: Type.String(), url: Type.String() })

export const listAccounts = operation('GET', '/accounts', {
  permission: 'operator',
  summary: 'list the accounts of the installation',
  query: listQuery({ q: textRule }),
  reply: page(ManagedAccount),
})

export const createAccount = operation('POST', '/accounts', {
  permission: 'operator',
  clock: 'real',
  summary: 'create an account and invite its first admin by email',
  body: Type.Object(
    {
      name: boundedText(255),
      tier: Tier,
      email: Type.Optional(
        Type.String({ ...boundedText(254), description: 'The address of the first admin.' }),
      ),
      admin_name: Type.Optional(boundedText(255)),
      external_id: Type.Optional(
        Type.String({
          ...boundedText(255),
          minLength: 1,
          description:
            'The name of the account in your own system. A second request with it changes nothing and returns the account.',
        }),
      ),
      with_token: Type.Optional(
        Type.Boolean({ description: 'Also create an API token of the account.' }),
      ),
    },
    strict,
  ),
  status: 201,
  reply: Type.Object({
    account: ManagedAccount,
    invitation: orNull(InvitedAdmin),
    api_token: orNull(Type.String({ description: 'Shown once.' })),
  }),
  alternativeStatus: 200,
})

export const updateAccount = operation('PATCH', '/accounts/:id', {
  permission: 'operator',
  clock: 'real',
  summary: 'change the name or the tier of an account',
  body: Type.Object({ name: Type.Optional(boundedText(255)), tier: Type.Optional(Tier) }, strict),
  reply: ManagedAccount,
})

export const inviteAccountAdmin = operation('POST', '/accounts/:id/invite-admin', {
  permission: 'operator',
  clock: 'real',
  summary: 'invite the first admin of an account by email, while no one has joined it',
  body: Type.Object({ email: boundedText(254), name: boundedText(255) }, strict),
  status: 201,
  reply: InvitedAdmin,
})

export const suspendAccount = operation('POST', '/accounts/:id/suspend', {
  permission: 'operator',
  clock: 'real',
  summary: 'suspend an account: its users and tokens are rejected, and nothing new is sent',
  body: Type.Object({ reason: boundedText(500) }, strict),
  reply: ManagedAccount,
})

export const endAccount = operation('POST', '/accounts/:id/end', {
  permission: 'operator',
  clock: 'real',
  summary:
    'end a suspended account: after a term, all its data is deleted. Resuming it calls that back',
  body: Type.Object(
    {
      days: Type.Integer({ minimum: accountEndDays.min, maximum: accountEndDays.max }),
    },
    strict,
  ),
  reply: ManagedAccount,
})

/** A token with which a program calls the operations of operators. */
export const OperatorToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last_four: Type.String(),
  created_by: Type.String(),
  created_at: Timestamp,
  last_used_at: orNull(Timestamp),
  revoked_at: orNull(Timestamp),
})
export type OperatorToken = Static<typeof OperatorToken>

export const listOperatorTokens = operation('GET', '/operator-tokens', {
  permission: 'operator',
  summary: 'list the tokens of operators',
  reply: page(OperatorToken),
})

export const createOperatorToken = operation('POST', '/operator-tokens', {
  permission: 'operator',
  clock: 'real',
  summary: 'create a token with which a program manages accounts',
  body: Type.Object({ name: boundedText(255), password: Type.Optional(boundedText(256)) }, strict),
  status: 201,
  reply: Type.Object({ ...OperatorToken.properties, token: Type.String() }),
})

export const revokeOperatorToken = operation('DELETE', '/operator-tokens/:id', {
  permission: 'operator',
  clock: 'real',
  summary: 'revoke a token of operators',
})

export const resumeAccount = operation('POST', '/accounts/:id/resume', {
  permission: 'operator',
  clock: 'real',
  summary: 'resume a suspended account, and call its end back',
  reply: ManagedAccount,
})
