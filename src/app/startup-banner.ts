import pc from 'picocolors'
import type { Config } from '#platform/config/config'
import type { DemoCredentials } from './demo-account.ts'

/** The text after a start: all URLs, and a command to paste. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long procedure or list whose parts have no names yet
export function formatBanner(
  config: Config,
  demo: DemoCredentials | undefined,
  setupCode?: string,
): string {
  const { origin } = config
  const row = (name: string, value: string) => `  ${pc.dim(name.padEnd(16))}${value}`
  const lines = [
    '',
    `  ${pc.bold(pc.magenta('Bestow'))} is ready. ${pc.dim(`${config.stage}, region ${config.region}; Ctrl-C stops it.`)}`,
    '',
    row('Web', pc.cyan(`${origin}/`)),
    row('API', pc.cyan(`${origin}/api`)),
    row('Docs', pc.cyan(`${origin}/docs`)),
    ...(config.mail.isMailboxOpen
      ? [
          row(
            'Mailbox',
            `${pc.cyan(`${origin}/mailbox`)}  ${pc.dim('(emails are captured here, not sent)')}`,
          ),
        ]
      : []),
    row(
      'Data',
      config.databaseUrl === undefined ? config.dataDir : 'the database of BESTOW_DATABASE_URL',
    ),
  ]
  if (setupCode !== undefined) {
    lines.push(
      '',
      `  ${pc.bold('There are no accounts yet.')} Create the first one:`,
      row('Page', pc.cyan(`${origin}/setup`)),
      row('Code', setupCode),
    )
  } else if (demo === undefined) {
    lines.push(
      '',
      '  A token for an account:',
      `    ${pc.green('npx bestow tokens create --account ID')}`,
    )
  } else {
    lines.push(
      '',
      `  ${pc.bold('The demo account')}`,
      row('Admin', `${demo.email}  ${pc.dim('password')} ${demo.password}`),
      row('API token', demo.token),
      ...webhookRows(demo, row),
      '',
      '  Send a gift:',
      '',
      ...exampleRequest(origin, demo).map((line) => pc.green(line)),
    )
  }
  return [...lines, ''].join('\n')
}

const webhookRows = (
  { signing_secret, endpoint_url }: DemoCredentials,
  row: (name: string, value: string) => string,
): string[] =>
  signing_secret === undefined
    ? [row('Webhooks', 'create an endpoint under Developers: the demo account has none')]
    : [
        row('Signing secret', signing_secret),
        row('Webhooks go to', `${endpoint_url}  ${pc.dim('(see them arrive: npm run receiver)')}`),
      ]

const exampleRequest = (origin: string, { token, campaign_id }: DemoCredentials): string[] => [
  `curl ${origin}/api/gift_requests \\`,
  `  -H 'Authorization: Bearer ${token}' \\`,
  `  -H 'Service-API-Version: 2026-05' -H 'Content-Type: application/json' \\`,
  `  -d '{"campaign_id":"${campaign_id}","recipient":{"first_name":"Ada","last_name":"Larkin","email":"ada@example.com"}}'`,
]
