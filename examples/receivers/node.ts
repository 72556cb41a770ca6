/**
 * Receives webhooks with the HTTP server of Node.
 *
 * BESTOW_WEBHOOK_SECRET=svc-whsec-… PORT=4000 node node.ts
 */
import { createServer } from 'node:http'
import { webhooks } from '@bestow/sdk'

const handler = webhooks.nodeHandler({
  // During a rotation: two secrets, separated by a comma.
  secrets: (process.env.BESTOW_WEBHOOK_SECRET ?? '').split(','),
  seen: webhooks.inMemoryDeduplicator(),
  onEvent: ({ type, id }) => console.log(type, id),
})

createServer(handler).listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  console.log('listening')
})
