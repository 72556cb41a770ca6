import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { type CliContext, createStopSignal } from '../context.ts'
import { ApiErrors, UsageError } from '../errors.ts'
import { forward } from '../forward.ts'
import { createProgressBar, printResult } from '../print.ts'
import {
  type ApiVersion,
  apiVersions,
  listChecks,
  type Proof,
  proveReceiver,
} from '../sdk-prove.ts'
import { renderHtmlReport } from './html-report.ts'
import { renderJunitReport } from './junit-report.ts'
import { renderTextReport } from './text-report.ts'

/**
 * Creates the command that sends forged, repeated and unusual deliveries to a receiver, and reports each
 * defect.
 */
export const prove = (context: CliContext) =>
  new Command('prove')
    .description('prove a receiver: find out how it handles forged, repeated and odd deliveries')
    .argument('<url>', 'the URL of the receiver, in a test environment', parseUrl)
    .option('--secret <secret>', 'its signing secret; default: BESTOW_WEBHOOK_SECRET')
    .option('--next-secret <secret>', 'the next secret; default: BESTOW_WEBHOOK_NEXT_SECRET')
    .option(
      '--api-version <version>',
      `the payload version: ${apiVersions.join(' or ')}`,
      parseVersion,
    )
    .option('--parallel <count>', 'deliveries at the same time, 1 to 200', parseParallel, 100)
    .option('--junit <file>', 'write a JUnit XML report')
    .option('--html <file>', 'write an HTML report')
    .action(async (url, { secret, nextSecret, apiVersion, parallel, junit, html }) => {
      const { env } = context
      const checkCount = listChecks().length
      const stop = createStopSignal(context)
      const updateProgress = createProgressBar(context, 'proving', checkCount)
      let done = 0
      const proof = await proveReceiver({
        url,
        secret: resolveSecret(context, secret),
        nextSecret: nextSecret ?? env.BESTOW_WEBHOOK_NEXT_SECRET,
        version: apiVersion,
        parallel,
        signal: stop.signal,
        send: ({ headers, body }) => forward(url, Object.entries(headers), body),
        onResult: () => updateProgress(++done),
      }).finally(stop.dispose)
      updateProgress(checkCount)
      if (junit !== undefined) writeReport('--junit', junit, renderJunitReport(url.href, proof))
      if (html !== undefined) writeReport('--html', html, renderHtmlReport(url.href, proof))
      printResult(context, proof, () => renderTextReport(url.href, proof))
      if (!proof.passed) throw new ProofFailed(proof)
    })

function resolveSecret({ env }: CliContext, option: string | undefined): string {
  const secret = option ?? env.BESTOW_WEBHOOK_SECRET
  if (secret !== undefined) return secret
  throw new UsageError(
    'is required, or the variable BESTOW_WEBHOOK_SECRET, which no shell history keeps',
    '--secret',
    'required',
  )
}

/** An error that sets the exit code. The report has already listed the defects. */
class ProofFailed extends ApiErrors {
  constructor({ results }: Proof) {
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    const first = failed.length === 1 ? 'One check failed.' : `${failed.length} checks failed.`
    super([
      {
        type: 'validation_error',
        code: 'invalid',
        message: failed.length === 0 ? 'The proof was stopped.' : first,
      },
    ])
  }
}

function writeReport(option: string, path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`cannot be written: ${(error as Error).message}`, option)
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be a URL such as http://localhost:8080/webhooks.')
  return url
}

function parseVersion(text: string): ApiVersion {
  const version = apiVersions.find((each) => each === text)
  if (version === undefined)
    throw new InvalidArgumentError(`The versions are ${apiVersions.join(' and ')}.`)
  return version
}

function parseParallel(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 200)
    throw new InvalidArgumentError('It must be a number from 1 to 200.')
  return count
}
