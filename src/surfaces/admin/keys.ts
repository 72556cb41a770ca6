import { Type } from 'typebox'
import * as access from '#access'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { Answer, operation } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const watched = 60 // minutes that the page of a rotation looks back

/** API tokens: made here and seen once, ended here and over at once. */
export const keyOperations = [
  operation(
    'GET',
    '/api-keys',
    { needs: 'admin', does: 'list API keys and their use in the last day' },
    async ({ real }) => ({ data: await keysOf(real), has_more: false }),
  ),

  operation(
    'POST',
    '/api-keys',
    { needs: 'admin', does: 'make an API key', body: Type.Object({ name: text(100) }, noExtra) },
    async ({ real, actor, body: { name } }) => {
      const { id, token } = await access.createToken(real, { name })
      access.recordEntry(real, {
        actor,
        action: 'token.create',
        subject: { kind: 'token', id, name },
      })
      return new Answer(201, { id, token, name })
    },
  ),

  operation(
    'POST',
    '/api-keys/:id/expire',
    { needs: 'admin', does: 'end an API key' },
    async ({ real, actor, params: { id = '' } }) => {
      const expired = await access.expireToken(real, id)
      const key = (await access.listTokens(real)).find((each) => each.id === expired.id)
      const { name = null, last_four } = key ?? {}
      const subject = { kind: 'token', id: expired.id, name: `${name} …${last_four}` }
      access.recordEntry(real, { actor, action: 'token.expire', subject })
      return expired
    },
  ),

  operation(
    'GET',
    '/api-keys/traffic',
    { needs: 'admin', does: 'show how keys were used in the last hour, minute by minute' },
    async ({ real, query }) => {
      const ids = String((query as { ids?: unknown }).ids ?? '')
        .split(',')
        .filter(Boolean)
      if (ids.length > 10)
        throwIfAny([{ code: 'too_many', param: 'ids', message: 'must be at most 10' }], 400)
      const traffic = await access.findTokenTraffic(real, ids, watched)
      const data = [...traffic].map(([id, minutes]) => ({ id, minutes }))
      return { data, has_more: false, at: real.now }
    },
  ),
]

async function keysOf(ctx: TxContext) {
  const uses = await access.findTokenUsage(ctx)
  return (await access.listTokens(ctx)).map((key) => ({
    ...key,
    stage: ctx.deployment.stage,
    ...(uses.get(key.id) ?? { requests: 0, versions: [] }),
  }))
}
