import { networkInterfaces } from 'node:os'
import pc from 'picocolors'
import type { Config } from '#platform/config/config'
import { isLoopback } from '#platform/lib/ip-address'
import { commands } from '#platform/lib/project-files'
import type { DemoCredentials } from './demo-account.ts'

/** Formats the text that the service prints after a start: all URLs, and a command to paste. */
export function formatBanner(
  config: Config,
  demo: DemoCredentials | undefined,
  setupCode?: string,
): string {
  return [
    '',
    `  ${pc.bold(pc.magenta('Bestow'))} is ready. ${pc.dim(`${config.stage}, region ${config.region}; Ctrl-C stops it.`)}`,
    '',
    ...placeRows(config),
    '',
    ...nextStepRows(config, demo, setupCode),
    '',
  ].join('\n')
}

/** Returns the first address of this machine in its network. */
const findNetworkAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address

const row = (name: string, value: string): string => `  ${pc.dim(name.padEnd(16))}${value}`

/** Returns the rows with the URLs of the service and the place of its data. */
const placeRows = ({ origin, mail, databaseUrl, dataDir, stage }: Config): string[] => [
  row('Web', pc.cyan(`${origin}/`)),
  row('API', pc.cyan(`${origin}/api`)),
  row('Docs', pc.cyan(`${origin}/docs`)),
  ...(mail.isMailboxOpen
    ? [
        row(
          'Mailbox',
          `${pc.cyan(`${origin}/mailbox`)}  ${pc.dim('(emails are captured here, not sent)')}`,
        ),
      ]
    : []),
  ...(stage === 'staging' && mail.smtp === undefined && !mail.isMailboxOpen
    ? [row('Mailbox', pc.dim('closed: BESTOW_MAILBOX=true opens it to all who reach this address'))]
    : []),
  row('Data', databaseUrl === undefined ? dataDir : 'the database of BESTOW_DATABASE_URL'),
]

/** Returns the row with the command that starts the service for the phones in the network, unless it serves them. */
function phoneRows({ origin, port }: Config): string[] {
  const address = findNetworkAddress()
  if (address === undefined || !isLoopback(new URL(origin).hostname)) return []
  const settings = [
    ...(port === 3000 ? [] : [`PORT=${port}`]),
    `BESTOW_HOST=0.0.0.0 BESTOW_ORIGIN=http://${address}:${port}`,
  ]
  return [row('On a phone', pc.green([...settings, commands.start].join(' ')))]
}

/**
 * Returns the rows with the next steps of the operator: create the first account, create a
 * token, or use the demo account.
 */
function nextStepRows(
  config: Config,
  demo: DemoCredentials | undefined,
  setupCode: string | undefined,
): string[] {
  const { origin } = config
  if (setupCode !== undefined)
    return [
      `  ${pc.bold('There are no accounts yet.')} Create the first one:`,
      row('Page', pc.cyan(`${origin}/setup`)),
      row('Code', setupCode),
    ]
  if (demo === undefined)
    return [
      '  A token for an account:',
      `    ${pc.green(`${commands.operator} tokens create --account ID`)}`,
    ]
  return [
    `  ${pc.bold('The demo account')}`,
    row('Sign in', `${demo.email}  ${pc.dim('password')} ${demo.password}`),
    row('API token', demo.token),
    ...webhookRows(demo),
    ...phoneRows(config),
    '',
    '  Send a gift:',
    '',
    ...exampleRequest(origin, demo).map((line) => pc.green(line)),
  ]
}

const webhookRows = ({ signing_secret, endpoint_url }: DemoCredentials): string[] =>
  signing_secret === undefined
    ? [row('Webhooks', 'create an endpoint under Developers: the demo account has none')]
    : [
        row('Signing secret', signing_secret),
        row(
          'Webhooks go to',
          `${endpoint_url}  ${pc.dim(`(see them arrive: ${commands.receiver})`)}`,
        ),
      ]

const exampleRequest = (origin: string, { token, campaign_id }: DemoCredentials): string[] => [
  `curl ${origin}/api/gift_requests \\`,
  `  -H 'Authorization: Bearer ${token}' \\`,
  `  -H 'Service-API-Version: 2026-05' -H 'Content-Type: application/json' \\`,
  `  -d '{"campaign_id":"${campaign_id}","recipient":{"first_name":"Ada","last_name":"Larkin","email":"ada@example.com"}}'`,
]
