import * as mail from '#email'
import { createSmtpTransport } from '#platform/lib/smtp'
import { openTestDatabase } from '#test/webhook-harness'

/* A process of its own that sends what is due, once: something for a test to kill. */

const [database = '', url = ''] = process.argv.slice(2)

await mail.sendDue(
  openTestDatabase(database),
  createSmtpTransport({ url, tls: 'offered', maxConnections: 3 }),
  { from: { name: '', email: 'gifts@example.com' }, bounceAddress: undefined },
  { retryDelaysMs: [0], timeoutMs: 60_000, leaseMs: 1_000 },
)
