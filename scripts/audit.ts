import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { root } from './steps.ts'

/*
 * `npm run audit` asks the registry for known vulnerabilities of the production dependencies. It fails for
 * high and critical vulnerabilities. If the registry lacks this service (common for mirrors) or there is no
 * network, it reports this and does not fail.
 */

const timeoutMs = 60_000

export interface AuditResult {
  isFailure: boolean
  lines: string[]
}

interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string }>
  message?: string
}

/** Evaluates the output of `npm audit --json`. */
export function evaluateReport(output: string): AuditResult {
  const { vulnerabilities, message } = parse(output)
  if (vulnerabilities === undefined) {
    const reason = message ?? 'no response'
    return {
      isFailure: false,
      lines: [`Not audited: the registry could not be queried (${reason}).`],
    }
  }
  const entries = Object.entries(vulnerabilities)
  if (entries.length === 0) return { isFailure: false, lines: ['No known vulnerabilities.'] }
  return {
    isFailure: entries.some(([, { severity }]) => severity === 'high' || severity === 'critical'),
    lines: entries.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`),
  }
}

function parse(output: string): Report {
  try {
    return JSON.parse(output) as Report
  } catch {
    return {}
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = ['audit', '--omit=dev', '--json']
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: timeoutMs })
  const { isFailure, lines } = evaluateReport(stdout ?? '')
  for (const line of lines) console.log(line)
  process.exitCode = isFailure ? 1 : 0
}
