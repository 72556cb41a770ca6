import { lookup } from 'node:dns/promises'
import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { CliContext } from './context.ts'
import { ApiErrors } from './errors.ts'
import { parseErrors } from './feed.ts'
import { withServiceOptions } from './flags.ts'
import { printResult } from './print.ts'
import { connect, resolveTarget, type Service, type ServiceOptions } from './service.ts'
import { inspectToken } from './token-format.ts'

export interface DoctorCheck {
  check: string
  is_ok: boolean
  /** The result of the check. If the check failed, the text also contains the remedy. */
  detail: string
}

export const doctor = (context: CliContext) =>
  withServiceOptions(new Command('doctor'))
    .description('check the connection to the service')
    .action((options) => runDoctor(context, options))

/** Runs all checks without changing anything. Throws if a check fails. */
export async function runDoctor(context: CliContext, options: ServiceOptions): Promise<void> {
  printChecks(context, await runChecks(context, options))
}

/** Prints the checks. Throws if one of them failed. */
export function printChecks(
  context: Pick<CliContext, 'isJson' | 'out'>,
  checks: readonly DoctorCheck[],
): void {
  printResult(context, { checks }, () => checks.map(formatCheck).join('\n'))
  const failed = checks.filter(({ is_ok }) => !is_ok)
  if (failed.length > 0)
    throw new ApiErrors([
      {
        type: 'server_error',
        code: 'unavailable',
        message: `Failed checks: ${failed.map(({ check }) => check).join(', ')}.`,
      },
    ])
}

const formatCheck = ({ check, is_ok, detail }: DoctorCheck) =>
  `${is_ok ? pc.green('✔') : pc.red('✖')} ${check.padEnd(18)} ${detail}`

async function runChecks(context: CliContext, options: ServiceOptions): Promise<DoctorCheck[]> {
  const { url, token = '' } = resolveTarget(context, options)
  const { problem, stage, last_four } = inspectToken(token)
  const results: DoctorCheck[] = [
    {
      check: 'token',
      is_ok: problem === null,
      detail: problem ?? `well formed, for ${stage}, ends in ${last_four}`,
    },
    checkStage(url, stage),
    await checkDns(url),
  ]
  if (results.some(({ check, is_ok }) => check === 'name' && !is_ok)) return results
  // If the client rejects the stage, `checkService` returns nothing, because `checkStage` reports the
  // problem.
  return [...results, ...(await checkService(context, url, token))]
}

function checkStage(url: string, stage: string | null): DoctorCheck {
  const labels = new URL(url).hostname.split(/[.-]/)
  const urlStage = ['staging', 'production'].find((each) => labels.includes(each))
  const is_ok = stage === null || urlStage === undefined || urlStage === stage
  const detail = is_ok
    ? urlStage === undefined
      ? `${url} does not contain a stage`
      : `${url} is ${urlStage}`
    : `the token is for ${stage}, but ${url} is ${urlStage}: every response will be 401`
  return { check: 'stage', is_ok, detail }
}

async function checkDns(url: string): Promise<DoctorCheck> {
  const { hostname } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  try {
    const { address } = await lookup(name)
    return { check: 'name', is_ok: true, detail: `${hostname} resolves to ${address}` }
  } catch {
    return { check: 'name', is_ok: false, detail: `${hostname} does not resolve` }
  }
}

const maxSkewMs = 60_000 // in milliseconds; most receivers allow five minutes

async function checkService(
  context: CliContext,
  url: string,
  token: string,
): Promise<DoctorCheck[]> {
  // `connect` throws an error for a token of another stage.
  const service = tryConnect(context, url, token)
  if (service === undefined) return []
  const startedAt = Date.now()
  const root = await service.request('GET', '/').catch((error: unknown) => error as Error)
  if (root instanceof Error)
    return [
      { check: 'reach', is_ok: false, detail: `${url} cannot be reached: ${causeMessage(root)}` },
    ]
  const endedAt = Date.now()
  const isBestow = root.headers.has('request-id') && root.status !== 404
  const reach = {
    check: 'reach',
    is_ok: isBestow,
    detail: isBestow
      ? `responds in ${endedAt - startedAt} ms`
      : `${url} is another server; the address usually ends in /api`,
  }
  if (!isBestow) return [reach]
  return [
    reach,
    checkVersion(root),
    checkToken(root),
    checkClock(root.headers, startedAt, endedAt),
    await checkTestHelpers(service),
  ]
}

function tryConnect(context: CliContext, url: string, token: string): Service | undefined {
  try {
    return connect(context, url, token)
  } catch {
    return undefined
  }
}

const causeMessage = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message

type RootResponse = Awaited<ReturnType<Service['request']>>

function checkVersion({ status, text }: RootResponse): DoctorCheck {
  const problem = parseErrors(text)?.find(({ code }) => code === 'unsupported_api_version')
  return {
    check: 'version',
    is_ok: problem === undefined,
    detail: problem?.message ?? (status === 200 ? text : 'is supported'),
  }
}

function checkToken({ status }: RootResponse): DoctorCheck {
  const is_ok = status !== 401
  return {
    check: 'access',
    is_ok,
    detail: is_ok
      ? 'the service accepts the token'
      : 'the service rejects the token: it is expired, or for another stage or region',
  }
}

function checkClock(headers: Headers, startedAt: number, endedAt: number): DoctorCheck {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime))
    return { check: 'clock', is_ok: true, detail: 'the service does not return its time' }
  // The Date header has whole seconds, rounded down.
  const skewMs =
    serverTime + 999 < startedAt ? serverTime + 999 - startedAt : Math.max(0, serverTime - endedAt)
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  const is_ok = Math.abs(skewMs) <= maxSkewMs
  return {
    check: 'clock',
    is_ok,
    detail: `differs from the service by ${seconds} s${is_ok ? '' : ': signatures will be stale'}`,
  }
}

async function checkTestHelpers(service: Service): Promise<DoctorCheck> {
  const { status } = await service.request('POST', '/test_helpers/clock/advance', { body: '{}' })
  const detail =
    status === 404 ? 'production: no test helpers' : 'staging: test helpers are available'
  return { check: 'helpers', is_ok: true, detail }
}
