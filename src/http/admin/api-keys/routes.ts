import { Type } from 'typebox'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { JsonResponse, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const trafficMinutes = 60 // minutes of traffic on the page of a key rotation

/** Creates API keys and shows each secret once. An expired key stops working at once. */
export const apiKeyRoutes = [
  route(
    'GET',
    '/api-keys',
    { requiredRole: 'admin', summary: 'list API keys and their use in the last day' },
    async ({ realTimeCtx }) => ({ data: await listKeys(realTimeCtx), has_more: false }),
  ),

  route(
    'POST',
    '/api-keys',
    {
      requiredRole: 'admin',
      summary: 'create an API key',
      body: Type.Object({ name: boundedText(100) }, strict),
    },
    async ({ realTimeCtx, actor, body: { name } }) => {
      const { id, token } = await apiKeys.createToken(realTimeCtx, { name })
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'token.create',
        subject: { kind: 'token', id, name },
      })
      return new JsonResponse(201, { id, token, name })
    },
  ),

  route(
    'POST',
    '/api-keys/:id/expire',
    { requiredRole: 'admin', summary: 'expire an API key' },
    async ({ realTimeCtx, actor, params: { id = '' } }) => {
      const expired = await apiKeys.expireToken(realTimeCtx, id)
      const key = (await apiKeys.listTokens(realTimeCtx)).find((each) => each.id === expired.id)
      const { name = null, last_four } = key ?? {}
      const subject = { kind: 'token', id: expired.id, name: `${name} …${last_four}` }
      audit.recordEntry(realTimeCtx, { actor, action: 'token.expire', subject })
      return expired
    },
  ),

  route(
    'GET',
    '/api-keys/traffic',
    {
      requiredRole: 'admin',
      summary: 'show how keys were used in the last hour, minute by minute',
    },
    async ({ realTimeCtx, query }) => {
      const ids = String((query as { ids?: unknown }).ids ?? '')
        .split(',')
        .filter(Boolean)
      if (ids.length > 10)
        throwIfAny([{ code: 'too_many', param: 'ids', message: 'must be at most 10' }], 400)
      const traffic = await apiKeys.findTokenTraffic(realTimeCtx, ids, trafficMinutes)
      const data = [...traffic].map(([id, minutes]) => ({ id, minutes }))
      return { data, has_more: false, at: realTimeCtx.now }
    },
  ),
]

async function listKeys(ctx: TxContext) {
  const usage = await apiKeys.findTokenUsage(ctx)
  return (await apiKeys.listTokens(ctx)).map((key) => ({
    ...key,
    stage: ctx.deployment.stage,
    ...(usage.get(key.id) ?? { requests: 0, versions: [] }),
  }))
}
