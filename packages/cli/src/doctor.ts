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

interface DoctorCheck {
  check: string
  is_ok: boolean
  /** What was found; and what to do, when it is not well. */
  detail: string
}

export const doctor = (context: CliContext) =>
  withServiceOptions(new Command('doctor'))
    .description('look at everything between here and the service')
    .action((options) => runDoctor(context, options))

/** Looks at everything, changes nothing, and fails when something is not well. */
export async function runDoctor(context: CliContext, options: ServiceOptions): Promise<void> {
  const checks = await runChecks(context, options)
  printResult(context, { checks }, () => checks.map(formatCheck).join('\n'))
  const failed = checks.filter(({ is_ok }) => !is_ok)
  if (failed.length > 0)
    throw new ApiErrors([
      {
        type: 'server_error',
        code: 'unavailable',
        message: `Not well: ${failed.map(({ check }) => check).join(', ')}.`,
      },
    ])
}

const formatCheck = ({ check, is_ok, detail }: DoctorCheck) =>
  `${is_ok ? pc.green('✔') : pc.red('✖')} ${check.padEnd(16)} ${detail}`

async function runChecks(context: CliContext, options: ServiceOptions): Promise<DoctorCheck[]> {
  const { url, token = '' } = resolveTarget(context, options)
  const { problem, stage, last_four } = inspectToken(token)
  const results: DoctorCheck[] = [
    {
      check: 'token',
      is_ok: problem === null,
      detail: problem ?? `well formed, of ${stage}, ends in ${last_four}`,
    },
    checkStage(url, stage),
    await checkDns(url),
  ]
  if (results.some(({ check, is_ok }) => check === 'name' && !is_ok)) return results
  // Asked with the client's own words for the stage, which this has told already in better ones.
  return [...results, ...(await checkService(context, url, token))]
}

function checkStage(url: string, stage: string | null): DoctorCheck {
  const labels = new URL(url).hostname.split(/[.-]/)
  const urlStage = ['staging', 'production'].find((each) => labels.includes(each))
  const is_ok = stage === null || urlStage === undefined || urlStage === stage
  const detail = is_ok
    ? urlStage === undefined
      ? `${url} does not say which stage it is`
      : `${url} is ${urlStage}`
    : `the token is of ${stage}, and ${url} is ${urlStage}: every answer will be 401`
  return { check: 'stage', is_ok, detail }
}

async function checkDns(url: string): Promise<DoctorCheck> {
  const { hostname } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  try {
    const { address } = await lookup(name)
    return { check: 'name', is_ok: true, detail: `${hostname} is ${address}` }
  } catch {
    return { check: 'name', is_ok: false, detail: `${hostname} does not resolve` }
  }
}

const maxSkewMs = 60_000 // milliseconds; receivers mostly tolerate five minutes

async function checkService(
  context: CliContext,
  url: string,
  token: string,
): Promise<DoctorCheck[]> {
  // A client that cannot be made (a token of another stage) still leaves the plain questions to ask.
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
      ? `answers in ${endedAt - startedAt} ms`
      : `something else answers at ${url}; the address mostly ends in /api`,
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
    detail: problem?.message ?? (status === 200 ? text : 'is spoken there'),
  }
}

function checkToken({ status }: RootResponse): DoctorCheck {
  const is_ok = status !== 401
  return {
    check: 'access',
    is_ok,
    detail: is_ok
      ? 'the service knows the token'
      : 'the service does not know the token: expired, or of another stage or region',
  }
}

function checkClock(headers: Headers, startedAt: number, endedAt: number): DoctorCheck {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime))
    return { check: 'clock', is_ok: true, detail: 'the service does not say its time' }
  // The header has whole seconds, cut off.
  const skewMs =
    serverTime + 999 < startedAt ? serverTime + 999 - startedAt : Math.max(0, serverTime - endedAt)
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  const is_ok = Math.abs(skewMs) <= maxSkewMs
  return {
    check: 'clock',
    is_ok,
    detail: `${seconds} s from the service’s${is_ok ? '' : ': signatures will look stale'}`,
  }
}

async function checkTestHelpers(service: Service): Promise<DoctorCheck> {
  const { status } = await service.request('POST', '/test_helpers/clock/advance', { body: '{}' })
  const detail =
    status === 404 ? 'production: no test helpers here' : 'staging: test helpers are there'
  return { check: 'helpers', is_ok: true, detail }
}
