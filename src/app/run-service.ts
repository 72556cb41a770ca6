import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config'
import { commands } from '#platform/lib/project-files'
import { createLog, type Log } from '#platform/observability/log'
import { openTelemetryExport } from '#platform/observability/open-telemetry-export'
import type { TelemetryExport } from '#platform/observability/otlp/telemetry-export'
import { watchTelemetry } from './metrics.ts'
import { type Role, startService } from './service.ts'
import { formatBanner } from './startup-banner.ts'
import { serviceVersion } from './version.ts'

const stopGraceMs = 30_000 // milliseconds from the end of the drain until a hanging shutdown is terminated

/**
 * Runs the service until it gets a signal. Then finishes the work in progress and releases everything else.
 * Shuts down with exit code 1 when a newer version has changed the schema.
 */
export async function runService(
  config: Config,
  { roles }: { roles: readonly Role[] },
): Promise<void> {
  const telemetry = await openTelemetryExport(config.telemetry, {
    name: process.env.OTEL_SERVICE_NAME || 'bestow',
    version: serviceVersion(),
    stage: config.stage,
  })
  const log = createLog({ level: config.logLevel, onLine: telemetry?.addLogLine })
  telemetry?.start(log)
  try {
    await runUntilSignal(config, roles, log, telemetry)
  } catch (error) {
    await telemetry?.stop()
    throw error
  }
}

async function runUntilSignal(
  config: Config,
  roles: readonly Role[],
  log: Log,
  telemetry: TelemetryExport | undefined,
): Promise<void> {
  for (const warning of config.warnings) log.warn(warning)
  let schemaProblem: string | undefined
  let end = () => {}
  const service = await startService(config, log, {
    roles,
    onSchemaOutdated(problem) {
      schemaProblem = problem
      end()
    },
  })
  if (telemetry !== undefined) {
    watchTelemetry(telemetry, service.metrics)
    telemetry.addMetrics(service.metrics)
  }
  const closing = closeWithGrace(
    { delay: stopGraceMs + config.drainDelayMs, logger: false },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'the process exits after an uncaught error')
      else if (schemaProblem !== undefined) log.fatal(`The process exits. ${schemaProblem}`)
      else log.info({ signal }, 'stopping')
      await service.stop().finally(() => telemetry?.stop())
      if (schemaProblem !== undefined) throw new Error(schemaProblem) // also sets the exit code
    },
  )
  end = () => void closing.close()
  if (schemaProblem !== undefined) return end()
  try {
    await listen(service.app, config.host, config.port)
    if (service.opsApp !== undefined && config.opsPort !== undefined)
      await listen(service.opsApp, config.host, config.opsPort, 'BESTOW_OPS_PORT')
  } catch (error) {
    await service.stop()
    closing.uninstall() // it would stop the service again when the process ends, and log it
    throw error
  }
  console.log(formatBanner(config, service.demo, service.setupCode))
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  setting: 'PORT' | 'BESTOW_OPS_PORT' = 'PORT',
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE' && setting === 'PORT')
      throw new Error(await portInUseMessage(port), { cause: error })
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} (${setting}) is in use. Choose another.`, { cause: error })
    if (code === 'EACCES') throw new Error(portForbiddenMessage(port), { cause: error })
    throw error
  }
}

const portForbiddenMessage = (port: number) =>
  `This user cannot listen on port ${port}: ports below 1024 need a privilege. Choose another (PORT=3000) and put a reverse proxy in front, or grant CAP_NET_BIND_SERVICE.`

/**
 * Returns the message for a port that is in use. Names another process of this service if one responds on the
 * port, because that is the most likely cause and allows the most useful advice.
 */
async function portInUseMessage(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  const isBestow = response?.ok === true && response.headers.has('request-id')
  return isBestow
    ? `Bestow is already running on port ${port}. For a second process on the same data: PORT=${port + 1} ${commands.start}`
    : `Port ${port} is in use by another program. Choose another: PORT=${port + 1} ${commands.start}`
}
