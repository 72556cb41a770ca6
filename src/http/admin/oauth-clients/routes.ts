import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** OAuth clients: programs that get access tokens for one hour instead of a permanent API key. */
export const oauthClientRoutes = [
  handle(contract.listOAuthClients, async ({ realTimeCtx, member }) => {
    const account = await accounts.findAccount(realTimeCtx, member.account_id)
    const data = await apiKeys.listOAuthClients(realTimeCtx)
    return { data, has_more: false, tenant: account?.tenant ?? null }
  }),

  handle(
    contract.createOAuthClient,
    async ({ realTimeCtx, actor, body: { name, kind, redirect_uris = [] } }) => {
      if (kind === 'private' && redirect_uris.length > 0)
        throwIfAny([
          { code: 'not_allowed', param: 'redirect_uris', message: 'belongs to public clients' },
        ])
      const created =
        kind === 'public'
          ? await apiKeys.createPublicClient(realTimeCtx, { name, redirect_uris })
          : await apiKeys.createOAuthClient(realTimeCtx, { name })
      const subject = { kind: 'oauth_client', id: created.client_id, name }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'oauth_client.create',
        subject,
        details: { kind },
      })
      return created
    },
  ),

  handle(
    contract.rotateClientSecret,
    async ({ realTimeCtx, actor, params: { id }, body: { overlap_seconds } }) => {
      const { client, client_secret } = await apiKeys.rotateClientSecret(
        realTimeCtx,
        id,
        overlap_seconds,
      )
      const subject = { kind: 'oauth_client', id: client.id, name: client.name }
      const details = { overlap_seconds }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'oauth_client.rotate_secret',
        subject,
        details,
      })
      return { ...client, client_secret }
    },
  ),

  handle(contract.revokeClientTokens, async ({ realTimeCtx, actor, params: { id } }) => {
    const ended = await apiKeys.revokeClientTokens(realTimeCtx, id)
    const subject = { kind: 'oauth_client', id, name: await findClientName(realTimeCtx, id) }
    audit.recordEntry(realTimeCtx, {
      actor,
      action: 'oauth_client.revoke_tokens',
      subject,
      details: { ended },
    })
    return { ended }
  }),

  handle(contract.revokeOAuthClient, async ({ realTimeCtx, actor, params: { id } }) => {
    const revoked = await apiKeys.revokeOAuthClient(realTimeCtx, id)
    const subject = { kind: 'oauth_client', id, name: await findClientName(realTimeCtx, id) }
    audit.recordEntry(realTimeCtx, { actor, action: 'oauth_client.revoke', subject })
    return revoked
  }),
]

async function findClientName(ctx: Parameters<typeof apiKeys.listOAuthClients>[0], id: string) {
  const client = (await apiKeys.listOAuthClients(ctx)).find((each) => each.id === id)
  if (client === undefined) throw new ApiError('not_found')
  return client.name
}
