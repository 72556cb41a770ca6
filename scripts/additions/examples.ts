/** One example of a row of 'Where to add something' in ARCHITECTURE.md. */
export interface Addition {
  /** The first column of the row. */
  row: string
  /** What is inserted before a text that occurs once in its file. Texts of pages are existing ones, because new ones need `npm run fix`. */
  edits: readonly [path: string, before: string, insert: string][]
  /** Files that are new, by path. */
  files?: Readonly<Record<string, string>>
  /** Files that are copied, from and to. */
  copies?: Readonly<Record<string, string>>
  /** Tests that would find a missing part. The types are always checked. */
  tests?: readonly string[]
}

// biome-ignore format: one edit a line
export const additions: readonly Addition[] = [
  {
    row: 'setting',
    edits: [['src/platform/config/setting-definitions.ts', '  BESTOW_HOST: {\n', "  BESTOW_EXAMPLE: { description: 'An example.', example: '2', default: '1', parse: integer(0, 9) },\n"]],
    tests: ['src/platform/config/config.test.ts'],
  },
  {
    row: 'error code',
    edits: [['src/contract/api-error.ts', '  required:                   [422', "  example_code: [409, 'conflict_error', 'This is an example.'],\n"]],
  },
  {
    row: 'migration',
    edits: [],
    files: { 'migrations/9999_example.sql': "comment on table access.account is 'An example.';\n" },
    tests: ['test/journeys/upgrades.test.ts'],
  },
  {
    row: 'check of `npm test`',
    edits: [['scripts/check.ts', "  { name: 'icons', program", "  { name: 'example', program: process.execPath, args: ['--version'] },\n"]],
  },
  {
    row: 'language of emails and recipients’ pages',
    edits: [['src/contract/languages.ts', "  ar: { name: ", "  sv: { name: 'Svenska' },\n"]],
    copies: { 'locales/nl/pages.json': 'locales/sv/pages.json', 'locales/nl/emails.json': 'locales/sv/emails.json', 'locales/nl/sms.json': 'locales/sv/sms.json' },
    tests: ['src/platform/messages', 'src/domain/email'],
  },
  {
    row: 'module',
    edits: [
      ['test/support/layers.ts', "  'domain/spend',\n", "  'domain/example',\n"],
      ['package.json', '    "#spend":', '    "#example": "./src/domain/example/index.ts",\n'],
    ],
    files: { 'src/domain/example/index.ts': "import type { TxContext } from '#platform/postgres/database'\n\nexport const countAccounts = (ctx: TxContext): Promise<number> =>\n  ctx.queryCount('select 1')\n" },
    tests: ['test/layers.test.ts'],
  },
  {
    row: 'integrator command',
    edits: [
      ['packages/cli/src/index.ts', "import { gifts } from './gifts.ts'\n", "import { example } from './example.ts'\n"],
      ['packages/cli/src/index.ts', '  token,\n', '  example,\n'],
    ],
    files: { 'packages/cli/src/example.ts': "import { Command } from '@commander-js/extra-typings'\nimport type { CliContext } from './context.ts'\n\nexport const example = (context: CliContext) =>\n  new Command('example').description('an example').action(() => context.out('example'))\n" },
    tests: ['test/cli/commands.test.ts'],
  },
  {
    row: 'operator command',
    edits: [['src/app/cli/program.ts', '  accounts: {\n', "  example: {\n    description: 'an example',\n    load: async () => (await import('./example.ts')).example,\n  },\n"]],
    files: { 'src/app/cli/example.ts': "import type { Command } from '@commander-js/extra-typings'\nimport type { Session } from './session.ts'\n\nexport const example = (command: Command, session: Session) =>\n  command.action(() => session.out('example'))\n" },
    tests: ['src/app/cli/cli.test.ts'],
  },
  {
    row: 'operation of the web app only',
    edits: [
      ['src/http/admin/approval-rule/contract.ts', 'export const changeApprovalRule', "export const example = operation('GET', '/approval-example', { role: 'sender', summary: 'show an example', reply: ApprovalRule })\n\n"],
      ['src/http/admin/approval-rule/routes.ts', '  handle(contract.changeApprovalRule', '  handle(contract.example, ({ ctx }) => sends.getApprovalRule(ctx)),\n\n'],
    ],
    tests: ['test/admin/contract.test.ts'],
  },
  {
    row: 'filter of a list',
    edits: [
      ['src/contract/gift-filters.ts', '  /** Only gifts that reached this stage', "  has_address: enumRule('true'),\n"],
      ['src/domain/gift-lists/gift-filter.ts', '  ids_sql: isIn,\n', "  has_address: () => 'g.address is not null',\n"],
      ['packages/web/src/pages/gifts/gifts-page.tsx', "    {\n      name: 'problem',\n", "    { name: 'has_address', label: t('Problem reported'), options: [{ value: 'true', label: t('Problem reported') }] },\n"],
    ],
    tests: ['src/domain/gift-lists'],
  },
  {
    row: 'event type',
    edits: [
      ['src/contract/events.ts', '} as const satisfies Record<string, string>', "  gift_request_example: 'An example.',\n"],
      ['src/contract/sample-gift.ts', '}\n\nconst exampleOrigin', "  gift_request_example: 'redeemed',\n"],
      ['src/domain/gifting/lifecycle/state-machine.ts', "  ['redeemed',                'ordered'],\n", "  ['redeemed',                'ordered', 'gift_request_example'],\n"],
      ['packages/cli/src/trigger.ts', '  gift_request_cancelled:  [],\n', "  gift_request_example: ['redeemed'],\n"],
      ['packages/web/src/pages/developers/labels.ts', '} as const\n\nconst eventDescriptions', "  gift_request_example: t('Delivered|event'),\n"],
      ['packages/web/src/pages/developers/labels.ts', '} as const\n\nconst isEvent', "  gift_request_example: t('The gift arrived. At most once for each gift request.'),\n"],
      ['packages/web/src/pages/developers/events-page.tsx', '  gift_request_cancelled: { repeats', "  gift_request_example: { repeats: t('Once.'), order: t('Always last.'), hint: t('Means: now in transit.') },\n"],
    ],
  },
]
