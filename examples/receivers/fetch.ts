/**
 * Receives webhooks on platforms with a function from `Request` to `Response`: save it as
 * `app/webhooks/route.ts` in Next.js, or pass `POST` to `Deno.serve`, `Bun.serve` or Hono.
 */
import { webhooks } from '@bestow/sdk'

export const POST = webhooks.fetchHandler({
  secrets: (process.env.BESTOW_WEBHOOK_SECRET ?? '').split(','),
  seen: webhooks.inMemoryDeduplicator(),
  onEvent: ({ type, id }) => console.log(type, id),
})
