/**
 * Receives webhooks with Express. The handler reads the raw bytes itself, so its route is before
 * `express.json()`, which would parse them.
 *
 * BESTOW_WEBHOOK_SECRET=svc-whsec-… PORT=4000 node express.ts
 */
import { webhooks } from '@bestow/sdk'
import express from 'express'

const app = express()

app.post(
  '/webhooks',
  webhooks.nodeHandler({
    secrets: (process.env.BESTOW_WEBHOOK_SECRET ?? '').split(','),
    seen: webhooks.inMemoryDeduplicator(),
    onEvent: ({ type, id }) => console.log(type, id),
  }),
)
app.use(express.json())

app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => console.log('listening'))
