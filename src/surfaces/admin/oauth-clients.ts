import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, throwIfAny } from '#contract'
import { Answer, operation } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const NewClient = Type.Object(
  {
    name: text(100),
    kind: Type.String({ enum: ['private', 'public'] }),
    redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 })),
  },
  noExtra,
)

/** Programs that get tokens of an hour, in place of an API token that lasts. */
export const oauthClientOperations = [
  operation(
    'GET',
    '/oauth-clients',
    { needs: 'admin', does: 'list OAuth clients' },
    async ({ real, member }) => {
      const account = await access.findAccount(real, member.account_id)
      const data = await access.listOAuthClients(real)
      return { data, has_more: false, tenant: account?.tenant ?? null }
    },
  ),

  operation(
    'POST',
    '/oauth-clients',
    { needs: 'admin', does: 'make an OAuth client', body: NewClient },
    async ({ real, actor, body: { name, kind, redirect_uris = [] } }) => {
      if (kind === 'private' && redirect_uris.length > 0)
        throwIfAny([
          { code: 'not_allowed', param: 'redirect_uris', message: 'belongs to public clients' },
        ])
      const made =
        kind === 'public'
          ? await access.createPublicClient(real, { name, redirect_uris })
          : await access.createOAuthClient(real, { name })
      const subject = { kind: 'oauth_client', id: made.client_id, name }
      access.recordEntry(real, { actor, action: 'oauth_client.create', subject, details: { kind } })
      return new Answer(201, made)
    },
  ),

  operation(
    'POST',
    '/oauth-clients/:id/rotate-secret',
    {
      needs: 'admin',
      does: 'give an OAuth client a new secret',
      body: Type.Object({ overlap_seconds: Type.Integer() }, noExtra),
    },
    async ({ real, actor, params: { id = '' }, body: { overlap_seconds } }) => {
      const { client, client_secret } = await access.rotateClientSecret(real, id, overlap_seconds)
      const subject = { kind: 'oauth_client', id: client.id, name: client.name }
      const details = { overlap_seconds }
      access.recordEntry(real, { actor, action: 'oauth_client.rotate_secret', subject, details })
      return { ...client, client_secret }
    },
  ),

  operation(
    'POST',
    '/oauth-clients/:id/revoke-tokens',
    { needs: 'admin', does: 'end every token that an OAuth client was given' },
    async ({ real, actor, params: { id = '' } }) => {
      const ended = await access.revokeClientTokens(real, id)
      const subject = { kind: 'oauth_client', id, name: await nameOf(real, id) }
      access.recordEntry(real, {
        actor,
        action: 'oauth_client.revoke_tokens',
        subject,
        details: { ended },
      })
      return { ended }
    },
  ),

  operation(
    'POST',
    '/oauth-clients/:id/revoke',
    { needs: 'admin', does: 'end an OAuth client and its tokens' },
    async ({ real, actor, params: { id = '' } }) => {
      const revoked = await access.revokeOAuthClient(real, id)
      const subject = { kind: 'oauth_client', id, name: await nameOf(real, id) }
      access.recordEntry(real, { actor, action: 'oauth_client.revoke', subject })
      return revoked
    },
  ),
]

async function nameOf(ctx: Parameters<typeof access.listOAuthClients>[0], id: string) {
  const client = (await access.listOAuthClients(ctx)).find((each) => each.id === id)
  if (client === undefined) throw new ApiError('not_found')
  return client.name
}
