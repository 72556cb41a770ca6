import * as mail from '#email'
import { createSmtpTransport } from '#test/smtp-transport'
import { openTestDatabase } from '#test/webhook-harness'

/* A separate process that sends the due emails once. A test can kill it. */

const [database = '', url = ''] = process.argv.slice(2)

await mail.sendDue(
  openTestDatabase(database),
  createSmtpTransport({ url, tls: 'offered', maxConnections: 3 }),
  { from: { name: '', email: 'gifts@example.com' }, bounceAddress: undefined },
  { retryDelaysMs: [0], timeoutMs: 60_000, leaseMs: 1_000 },
)
