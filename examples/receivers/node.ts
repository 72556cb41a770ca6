/**
 * Receives webhooks with Node's own server.
 *
 *     BESTOW_WEBHOOK_SECRET=svc-whsec-… PORT=4000 node node.ts
 */
import { createServer } from 'node:http'
import { webhooks } from '@bestow/sdk'

const handler = webhooks.nodeHandler({
  // Two of them, with a comma between, while a secret is being rotated.
  secrets: (process.env.BESTOW_WEBHOOK_SECRET ?? '').split(','),
  seen: webhooks.inMemoryDeduplicator(),
  onEvent: ({ type, id }) => console.log(type, id),
})

createServer(handler).listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  console.log('listening')
})
