import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

const trafficMinutes = 60 // minutes of traffic on the page of a key rotation

/** Creates API keys and shows each secret once. An expired key stops working at once. */
export const apiKeyRoutes = [
  handle(contract.listApiKeys, async ({ realTimeCtx }) => ({
    data: await listKeys(realTimeCtx),
    has_more: false,
  })),

  handle(contract.createApiKey, async ({ realTimeCtx, actor, body: { name } }) => {
    const { id, token } = await apiKeys.createToken(realTimeCtx, { name })
    audit.recordEntry(realTimeCtx, {
      actor,
      action: 'token.create',
      subject: { kind: 'token', id, name },
    })
    return { id, token, name }
  }),

  handle(contract.expireApiKey, async ({ realTimeCtx, actor, params: { id } }) => {
    const expired = await apiKeys.expireToken(realTimeCtx, id)
    const key = (await apiKeys.listTokens(realTimeCtx)).find((each) => each.id === expired.id)
    const { name = null, last_four } = key ?? {}
    const subject = { kind: 'token', id: expired.id, name: `${name} …${last_four}` }
    audit.recordEntry(realTimeCtx, { actor, action: 'token.expire', subject })
    return expired
  }),

  handle(contract.readKeyTraffic, async ({ realTimeCtx, query: ids }) => {
    const traffic = await apiKeys.findTokenTraffic(realTimeCtx, ids, trafficMinutes)
    const data = [...traffic].map(([id, minutes]) => ({ id, minutes }))
    return { data, has_more: false, at: realTimeCtx.now }
  }),
]

async function listKeys(ctx: TxContext) {
  const usage = await apiKeys.findTokenUsage(ctx)
  return (await apiKeys.listTokens(ctx)).map((key) => ({
    ...key,
    stage: ctx.deployment.stage,
    ...(usage.get(key.id) ?? { requests: 0, versions: [] }),
  }))
}
