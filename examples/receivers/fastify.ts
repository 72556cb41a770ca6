/**
 * Receives webhooks with Fastify. The plugin reads raw bytes for its own route only.
 *
 * BESTOW_WEBHOOK_SECRET=svc-whsec-… PORT=4000 node fastify.ts
 */
import { webhooks } from '@bestow/sdk'
import Fastify from 'fastify'

const app = Fastify()

await app.register(
  webhooks.fastifyPlugin({
    path: '/webhooks',
    secrets: (process.env.BESTOW_WEBHOOK_SECRET ?? '').split(','),
    seen: webhooks.inMemoryDeduplicator(),
    onEvent: ({ type, id }) => console.log(type, id),
  }),
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 4000) })
console.log('listening')
