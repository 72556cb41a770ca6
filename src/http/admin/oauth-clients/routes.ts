import { Type } from 'typebox'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import { JsonResponse, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const NewClient = Type.Object(
  {
    name: boundedText(100),
    kind: Type.String({ enum: ['private', 'public'] }),
    redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 })),
  },
  strict,
)

/** OAuth clients: programs that get access tokens for one hour instead of a permanent API key. */
export const oauthClientRoutes = [
  route(
    'GET',
    '/oauth-clients',
    { requiredRole: 'admin', summary: 'list OAuth clients' },
    async ({ realTimeCtx, member }) => {
      const account = await accounts.findAccount(realTimeCtx, member.account_id)
      const data = await apiKeys.listOAuthClients(realTimeCtx)
      return { data, has_more: false, tenant: account?.tenant ?? null }
    },
  ),

  route(
    'POST',
    '/oauth-clients',
    { requiredRole: 'admin', summary: 'create an OAuth client', body: NewClient },
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
      return new JsonResponse(201, created)
    },
  ),

  route(
    'POST',
    '/oauth-clients/:id/rotate-secret',
    {
      requiredRole: 'admin',
      summary: 'rotate the secret of an OAuth client',
      body: Type.Object({ overlap_seconds: Type.Integer() }, strict),
    },
    async ({ realTimeCtx, actor, params: { id = '' }, body: { overlap_seconds } }) => {
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

  route(
    'POST',
    '/oauth-clients/:id/revoke-tokens',
    { requiredRole: 'admin', summary: 'revoke every token of an OAuth client' },
    async ({ realTimeCtx, actor, params: { id = '' } }) => {
      const ended = await apiKeys.revokeClientTokens(realTimeCtx, id)
      const subject = { kind: 'oauth_client', id, name: await findClientName(realTimeCtx, id) }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'oauth_client.revoke_tokens',
        subject,
        details: { ended },
      })
      return { ended }
    },
  ),

  route(
    'POST',
    '/oauth-clients/:id/revoke',
    { requiredRole: 'admin', summary: 'revoke an OAuth client and its tokens' },
    async ({ realTimeCtx, actor, params: { id = '' } }) => {
      const revoked = await apiKeys.revokeOAuthClient(realTimeCtx, id)
      const subject = { kind: 'oauth_client', id, name: await findClientName(realTimeCtx, id) }
      audit.recordEntry(realTimeCtx, { actor, action: 'oauth_client.revoke', subject })
      return revoked
    },
  ),
]

async function findClientName(ctx: Parameters<typeof apiKeys.listOAuthClients>[0], id: string) {
  const client = (await apiKeys.listOAuthClients(ctx)).find((each) => each.id === id)
  if (client === undefined) throw new ApiError('not_found')
  return client.name
}
