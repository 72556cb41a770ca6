import { isDeepStrictEqual } from 'node:util'
import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { CliContext } from './context.ts'
import {
  type ConnectionSettings,
  findChangedConnection,
  toPrintable,
} from './endpoint-connection.ts'
import { readEndpointsFile, type WantedEndpoint } from './endpoints-file.ts'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import { printResult, replaceControlChars } from './print.ts'
import type { Bestow } from './sdk.ts'
import { createService } from './service.ts'

/**
 * One change that makes the account equal to the file. The URL identifies an endpoint, because the id is
 * unknown before the first run and there is no state file.
 */
interface PlannedChange {
  action: 'create' | 'update' | 'delete'
  url: string
  /** The id of the endpoint. Null if the endpoint does not exist yet. */
  id: string | null
  /** The settings to write, including the secrets. */
  settings: Partial<WantedEndpoint['settings']> & ConnectionSettings
}

type ApiEndpoint = Awaited<ReturnType<Bestow['endpoints']['get']>>

export function endpoints(context: CliContext) {
  const command = new Command('endpoints').description('webhook endpoints as code')
  addApplyCommand(command as unknown as Command, context)
  return command
}

/**
 * Adds the command `apply` to a parent command. The operator CLI adds `apply` to its own command `endpoints`.
 */
export function addApplyCommand(command: Command, context: CliContext): void {
  withServiceOptions(command.command('apply'))
    .description(
      'make the endpoints of the account equal to a file; the URL identifies an endpoint',
    )
    .argument('<file>', 'a JSON file: {"endpoints": [{"url": "https://…", "events": […]}]}')
    .option('--dry-run', 'show the plan and change nothing')
    .option('--prune', 'delete the endpoints that are not in the file')
    .option(
      '--write-secrets',
      'also write header values and certificates that look unchanged: the service does not show them',
    )
    .action(async (file, { dryRun = false, prune = false, writeSecrets = false, ...options }) => {
      const wanted = readEndpointsFile(file, context.env)
      const { client } = createService(context, options)
      const existing = await client.endpoints.list({ limit: 100 }).toArray({ limit: 1_000 })
      const plan = planChanges(wanted, existing, { prune, writeSecrets })
      const secrets: Record<string, string> = {}
      try {
        if (!dryRun) for (const change of plan) await applyChange(client, change, secrets)
      } finally {
        // The output includes the secrets of a run that fails halfway. Otherwise those secrets would be lost.
        const result = { dry_run: dryRun, plan: plan.map(withoutSecrets), secrets }
        printResult(context, result, () => formatPlan(plan, secrets, dryRun))
      }
    })
}

/**
 * Compares the file with the endpoints of the account. If the file omits a setting, the setting stays
 * unchanged.
 */
function planChanges(
  wanted: readonly WantedEndpoint[],
  existing: readonly ApiEndpoint[],
  { prune, writeSecrets }: { prune: boolean; writeSecrets: boolean },
): PlannedChange[] {
  const changes = wanted.flatMap(
    ({ settings: { url, ...settings }, connection }): PlannedChange[] => {
      const [current, other] = existing.filter((each) => each.url === url)
      if (other !== undefined)
        throw new UsageError(`The account has several endpoints with the URL ${url}. Delete one.`)
      if (current === undefined)
        return [{ action: 'create', url, id: null, settings: { url, ...settings, ...connection } }]
      const changed = {
        ...Object.fromEntries(
          Object.entries(settings).filter(
            ([name, value]) => !isSame(value, current[name as keyof ApiEndpoint]),
          ),
        ),
        ...findChangedConnection(connection, current, writeSecrets),
      }
      return Object.keys(changed).length === 0
        ? []
        : [{ action: 'update', url, id: current.id, settings: changed }]
    },
  )
  const urls = new Set(wanted.map(({ settings }) => settings.url))
  const removed = prune ? existing.filter(({ url }) => !urls.has(url)) : []
  return [
    ...changes,
    ...removed.map(({ url, id }) => ({ action: 'delete' as const, url, id, settings: {} })),
  ]
}

/**
 * Compares two values. The order of a list does not matter, because the API sorts events and removes
 * duplicates.
 */
const isSame = (wanted: unknown, current: unknown): boolean =>
  Array.isArray(wanted) && Array.isArray(current)
    ? isDeepStrictEqual(new Set(wanted), new Set(current))
    : wanted === current

async function applyChange(
  client: Bestow,
  { action, id, url, settings }: PlannedChange,
  secrets: Record<string, string>,
): Promise<void> {
  if (action === 'delete' && id !== null) await client.endpoints.delete(id)
  else if (id !== null) await client.endpoints.update(id, settings as never)
  else {
    const { enabled = true, ...input } = settings
    const created = await client.endpoints.create(input as never)
    secrets[url] = created.secret
    if (!enabled) await client.endpoints.update(created.id, { enabled })
  }
}

/** Removes the secrets from a planned change. The plan is printed, often into the log of a pipeline. */
const withoutSecrets = ({ settings, ...change }: PlannedChange) => ({
  ...change,
  settings: toPrintable(settings),
})

const signs = { create: '+', update: '~', delete: '-' } as const

function formatPlan(
  plan: readonly PlannedChange[],
  secrets: Readonly<Record<string, string>>,
  isDryRun: boolean,
): string {
  if (plan.length === 0) return 'No changes: the endpoints are as in the file.'
  const lines = plan.map(({ action, url, settings }) => {
    const names = action === 'update' ? `  (${Object.keys(settings).join(', ')})` : ''
    return `${signs[action]} ${action} ${replaceControlChars(url)}${names}`
  })
  const created = Object.entries(secrets).map(
    ([url, secret]) => `${replaceControlChars(url)}  ${secret}`,
  )
  return [
    ...lines,
    ...(isDryRun ? [pc.dim('Nothing was changed: this is a dry run.')] : []),
    ...(created.length === 0
      ? []
      : ['', pc.yellow('Save these signing secrets now: they are not shown again.'), ...created]),
  ].join('\n')
}
