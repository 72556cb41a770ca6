import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { ApiError, fullAccess, throwIfAny } from '#contract'
import { assertMayGrant } from '../lib/granted-scopes.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

/**
 * The routes of OAuth clients. These programs get access tokens for one hour instead of a permanent API key.
 */
export const oauthClientRoutes = [
  handle(contract.listOAuthClients, async ({ ctx, member }) => {
    const account = await accounts.findAccount(ctx, member.account_id)
    const data = await apiKeys.listOAuthClients(ctx)
    return { data, has_more: false, tenant: account?.tenant ?? null }
  }),

  handleWithoutTx(contract.createOAuthClient, async (context) => {
    const { member, transact, body } = context
    const { name, kind, redirect_uris = [], scopes = [fullAccess], password } = body
    if (kind === 'private' && redirect_uris.length > 0)
      throwIfAny([
        { code: 'not_allowed', param: 'redirect_uris', message: 'belongs to public clients' },
      ])
    assertMayGrant(member, scopes)
    if (apiKeys.addedSensitiveScopes([], scopes).length > 0)
      await requireReauthentication(context, password)
    return transact(async (ctx) => {
      const created =
        kind === 'public'
          ? await apiKeys.createPublicClient(ctx, { name, redirect_uris, scopes })
          : await apiKeys.createOAuthClient(ctx, { name, scopes })
      const subject = { kind: 'oauth_client', id: created.client_id, name }
      const details = { kind, scopes }
      audit.recordEntry(ctx, { action: 'oauth_client.create', subject, details })
      return created
    })
  }),

  handleWithoutTx(contract.changeClientScopes, async (context) => {
    const { member, transact, params, body } = context
    const isConfirmed = body.password !== undefined
    if (isConfirmed) await requireReauthentication(context, body.password)
    return transact(async (ctx) => {
      const { before, after } = await apiKeys.changeClientScopes(ctx, params.id, body.scopes)
      assertMayGrant(member, after.scopes, before.scopes)
      if (!isConfirmed && apiKeys.addedSensitiveScopes(before.scopes, after.scopes).length > 0)
        await requireReauthentication(context, undefined)
      audit.recordEntry(ctx, {
        action: 'oauth_client.change_scopes',
        subject: { kind: 'oauth_client', id: after.id, name: after.name },
        details: { before: { scopes: before.scopes }, after: { scopes: after.scopes } },
      })
      return after
    })
  }),

  handle(
    contract.rotateClientSecret,
    async ({ ctx, member, params: { id }, body: { overlap_seconds } }) => {
      const { client, client_secret } = await apiKeys.rotateClientSecret(ctx, id, overlap_seconds)
      assertMayGrant(member, client.scopes) // the new secret has all scopes of the client
      const subject = { kind: 'oauth_client', id: client.id, name: client.name }
      const details = { overlap_seconds }
      audit.recordEntry(ctx, {
        action: 'oauth_client.rotate_secret',
        subject,
        details,
      })
      return { ...client, client_secret }
    },
  ),

  handle(contract.revokeClientTokens, async ({ ctx, params: { id } }) => {
    const ended = await apiKeys.revokeClientTokens(ctx, id)
    const subject = { kind: 'oauth_client', id, name: await findClientName(ctx, id) }
    audit.recordEntry(ctx, {
      action: 'oauth_client.revoke_tokens',
      subject,
      details: { ended },
    })
    return { ended }
  }),

  handle(contract.revokeOAuthClient, async ({ ctx, params: { id } }) => {
    const { name, revoked_at } = await apiKeys.revokeOAuthClient(ctx, id)
    const subject = { kind: 'oauth_client', id, name }
    audit.recordEntry(ctx, { action: 'oauth_client.revoke', subject })
    return { id, revoked_at }
  }),
]

async function findClientName(ctx: Parameters<typeof apiKeys.listOAuthClients>[0], id: string) {
  const client = (await apiKeys.listOAuthClients(ctx)).find((each) => each.id === id)
  if (client === undefined) throw new ApiError('not_found')
  return client.name
}
