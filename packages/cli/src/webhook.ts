import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type CliContext, readInput } from './context.ts'
import { ApiErrors, UsageError } from './errors.ts'
import { explainSignature } from './explain-signature.ts'
import { readInputFile } from './gifts.ts'
import { formatPairs, printResult } from './print.ts'
import { computeSignature } from './signing.ts'

export function webhook(context: CliContext) {
  const command = new Command('webhook').description('webhook signatures, computed on this machine')
  signCommand(command, context)
  verifyCommand(command, context)
  return command
}

const resolveSecret = ({ env }: CliContext, option: string | undefined): string => {
  const secret = option ?? env.BESTOW_WEBHOOK_SECRET
  if (secret !== undefined) return secret
  throw new UsageError('is required, or the variable BESTOW_WEBHOOK_SECRET', '--secret', 'required')
}

const readBody = (context: CliContext, path: string): Promise<Buffer> | Buffer =>
  path === '-' ? readInput(context) : readInputFile(path)

function signCommand(command: Command, context: CliContext): void {
  command
    .command('sign')
    .description('sign a body as the service does')
    .option('--secret <secret>', 'the secret of the endpoint; default: BESTOW_WEBHOOK_SECRET')
    .requiredOption('--body <file>', 'the exact bytes; - for standard input')
    .option('--timestamp <seconds>', 'default: now')
    .action(async ({ secret, body, timestamp = String(Math.floor(Date.now() / 1000)) }) => {
      const signature = computeSignature(
        resolveSecret(context, secret),
        timestamp,
        await readBody(context, body),
      )
      const headers = {
        'Service-Webhook-Signature': signature,
        'Service-Webhook-Dispatch-Timestamp': timestamp,
      }
      printResult(context, { signature, timestamp, headers }, () =>
        Object.entries(headers)
          .map((pair) => pair.join(': '))
          .join('\n'),
      )
    })
}

function verifyCommand(command: Command, context: CliContext): void {
  command
    .command('verify')
    .description('verify a signature, and explain a mismatch')
    .option('--secret <secret>', 'the secret of the endpoint; default: BESTOW_WEBHOOK_SECRET')
    .requiredOption('--body <file>', 'the received bytes; - for standard input')
    .requiredOption('--signature <hex>', 'the header Service-Webhook-Signature')
    .requiredOption('--timestamp <seconds>', 'the header Service-Webhook-Dispatch-Timestamp')
    .option('--tolerance <seconds>', 'the maximum age', '300')
    .option('--allow-stale', 'accept an older signature, for example from a log')
    .action(async ({ secret, body, signature, timestamp, tolerance, allowStale }) => {
      const diagnosis = explainSignature({
        secret: resolveSecret(context, secret),
        body: await readBody(context, body),
        signature,
        timestamp,
        tolerance: Number(tolerance),
        now: new Date(),
      })
      if (!diagnosis.genuine || !(diagnosis.fresh || allowStale))
        throw new ApiErrors([
          {
            type: 'validation_error',
            code: 'invalid',
            message: diagnosis.explanation,
            param: diagnosis.differs ?? (diagnosis.genuine ? 'timestamp' : 'signature'),
          },
        ])
      printResult(context, diagnosis, () =>
        [
          pc.green('✔ The signature is valid.'),
          formatPairs({ 'age in seconds': diagnosis.age, fresh: diagnosis.fresh }),
          ...(diagnosis.fresh ? [] : [pc.yellow(diagnosis.explanation)]),
        ].join('\n'),
      )
    })
}
