import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type Context, readInput } from './context.ts'
import { Misuse, Refused } from './failure.ts'
import { readFile } from './gifts.ts'
import { answer, facts } from './print.ts'
import { signatureOf } from './signing.ts'
import { explain } from './webhook-mismatch.ts'

export function webhook(context: Context) {
  const command = new Command('webhook').description('signatures of webhooks, worked out here')
  signCommand(command, context)
  verifyCommand(command, context)
  return command
}

const secretFrom = ({ env }: Context, given: string | undefined): string => {
  const secret = given ?? env.BESTOW_WEBHOOK_SECRET
  if (secret !== undefined) return secret
  throw new Misuse(
    'is required: the option, or the variable BESTOW_WEBHOOK_SECRET',
    '--secret',
    'required',
  )
}

const bodyFrom = (context: Context, path: string): Promise<Buffer> | Buffer =>
  path === '-' ? readInput(context) : readFile(path)

function signCommand(command: Command, context: Context): void {
  command
    .command('sign')
    .description('sign a body as the service does')
    .option('--secret <secret>', 'of the endpoint; else BESTOW_WEBHOOK_SECRET')
    .requiredOption('--body <file>', 'the exact bytes; - for standard input')
    .option('--timestamp <seconds>', 'now when left out')
    .action(async ({ secret, body, timestamp = String(Math.floor(Date.now() / 1000)) }) => {
      const signature = signatureOf(
        secretFrom(context, secret),
        timestamp,
        await bodyFrom(context, body),
      )
      const headers = {
        'Service-Webhook-Signature': signature,
        'Service-Webhook-Dispatch-Timestamp': timestamp,
      }
      answer(context, { signature, timestamp, headers }, () =>
        Object.entries(headers)
          .map((pair) => pair.join(': '))
          .join('\n'),
      )
    })
}

function verifyCommand(command: Command, context: Context): void {
  command
    .command('verify')
    .description('say whether a signature fits, and what differs when it does not')
    .option('--secret <secret>', 'of the endpoint; else BESTOW_WEBHOOK_SECRET')
    .requiredOption('--body <file>', 'the bytes that arrived; - for standard input')
    .requiredOption('--signature <hex>', 'the header Service-Webhook-Signature')
    .requiredOption('--timestamp <seconds>', 'the header Service-Webhook-Dispatch-Timestamp')
    .option('--tolerance <seconds>', 'how old it may be', '300')
    .option('--allow-stale', 'accept one that is older than that, such as from a log')
    .action(async ({ secret, body, signature, timestamp, tolerance, allowStale }) => {
      const found = explain({
        secret: secretFrom(context, secret),
        body: await bodyFrom(context, body),
        signature,
        timestamp,
        tolerance: Number(tolerance),
        now: new Date(),
      })
      if (!found.genuine || !(found.fresh || allowStale))
        throw new Refused([
          {
            type: 'validation_error',
            code: 'invalid',
            message: found.explanation,
            param: found.differs ?? (found.genuine ? 'timestamp' : 'signature'),
          },
        ])
      answer(context, found, () =>
        [
          pc.green('✔ The signature fits.'),
          facts({ 'age in seconds': found.age, fresh: found.fresh }),
          ...(found.fresh ? [] : [pc.yellow(found.explanation)]),
        ].join('\n'),
      )
    })
}
