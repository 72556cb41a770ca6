import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'
import { assertMayGrant } from '../lib/granted-scopes.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

const trafficMinutes = 60 // The number of minutes of traffic on the page of a key rotation

/**
 * The routes of API keys. The response that creates a key shows its secret once. An expired key stops working
 * at once.
 */
export const apiKeyRoutes = [
  handle(contract.listApiKeys, async ({ ctx }) => ({
    data: await listKeys(ctx),
    has_more: false,
  })),

  handleWithoutTx(contract.createApiKey, async (context) => {
    const { db, member, transact, body } = context
    const { name, password, team_id = null } = body
    const parsed = apiKeys.parseNewToken(db.clock(), {
      ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
      expires_at: body.expires_at == null ? null : new Date(body.expires_at),
      allowed_addresses: body.allowed_addresses ?? [],
    })
    const { scopes, expires_at, allowed_addresses } = parsed
    assertMayGrant(member, scopes)
    if (apiKeys.addedSensitiveScopes([], scopes).length > 0)
      await requireReauthentication(context, password)
    return transact(async (ctx) => {
      const { id, token } = await apiKeys.createToken(ctx, { name, team_id, ...parsed })
      audit.recordEntry(ctx, {
        action: 'token.create',
        subject: { kind: 'token', id, name },
        details: {
          scopes,
          ...(expires_at === null ? {} : { expires_at }),
          ...(allowed_addresses.length === 0 ? {} : { allowed_addresses }),
          ...(team_id === null ? {} : { team_id }),
        },
      })
      return { id, token, name }
    })
  }),

  handleWithoutTx(contract.changeApiKeyScopes, async (context) => {
    const { member, transact, params, body } = context
    const isConfirmed = body.password !== undefined
    if (isConfirmed) await requireReauthentication(context, body.password)
    return transact(async (ctx) => {
      const { before, after } = await apiKeys.changeTokenScopes(ctx, params.id, body.scopes)
      assertMayGrant(member, after.scopes, before.scopes)
      if (!isConfirmed && apiKeys.addedSensitiveScopes(before.scopes, after.scopes).length > 0)
        await requireReauthentication(context, undefined)
      audit.recordEntry(ctx, {
        action: 'token.change_scopes',
        subject: toSubject(after),
        details: { before: { scopes: before.scopes }, after: { scopes: after.scopes } },
      })
      return { id: after.id, scopes: after.scopes }
    })
  }),

  handle(contract.changeApiKeyAddresses, async ({ ctx, params: { id }, body }) => {
    const { before, after } = await apiKeys.changeTokenAddresses(ctx, id, body.allowed_addresses)
    const { allowed_addresses } = after
    audit.recordEntry(ctx, {
      action: 'token.change_addresses',
      subject: toSubject(after),
      details: {
        before: { allowed_addresses: before.allowed_addresses },
        after: { allowed_addresses },
      },
    })
    return { id: after.id, allowed_addresses: [...allowed_addresses] }
  }),

  handle(contract.expireApiKey, async ({ ctx, params: { id } }) => {
    const expired = await apiKeys.expireToken(ctx, id)
    const key = (await apiKeys.listTokens(ctx)).find((each) => each.id === expired.id)
    const { name = null, last_four } = key ?? {}
    const subject = { kind: 'token', id: expired.id, name: `${name} …${last_four}` }
    audit.recordEntry(ctx, { action: 'token.expire', subject })
    return expired
  }),

  handle(contract.readKeyTraffic, async ({ ctx, query: ids }) => {
    const traffic = await apiKeys.findTokenTraffic(ctx, ids, trafficMinutes)
    const data = [...traffic].map(([id, minutes]) => ({ id, minutes }))
    return { data, has_more: false, at: ctx.now }
  }),
]

const toSubject = ({ id, name, last_four }: apiKeys.ApiToken) => ({
  kind: 'token',
  id,
  name: `${name} …${last_four}`,
})

async function listKeys(ctx: TxContext) {
  const usage = await apiKeys.findTokenUsage(ctx)
  return (await apiKeys.listTokens(ctx)).map((key) => ({
    ...key,
    stage: ctx.deployment.stage,
    ...(usage.get(key.id) ?? { requests: 0, versions: [] }),
  }))
}
