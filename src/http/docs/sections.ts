import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A page of the documentation: where it is on the site, and which file of the repository it is made from. */
export interface Guide {
  /** Below `/docs/`. */
  name: string
  /** From the root of the repository. */
  file: string
  title: string
  description: string
}

export interface Section {
  title: string
  guides: readonly Guide[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

const createGuide = (name: string, file: string, title: string, description: string): Guide => ({
  name,
  file,
  title,
  description,
})

/** What stands where. A new file in `docs` gets its line here; a test says so when it has none. */
// biome-ignore format: read down the columns
const guideSections: readonly Section[] = [
  { title: 'Begin', guides: [
    createGuide('quick-start',  'docs/quick-start.md',  'Quick start',         'From nothing to a verified webhook in under three minutes.'),
    createGuide('webhooks',     'docs/webhooks.md',     'Receiving webhooks',  'Verify, drop duplicates, put up with disorder, rotate, recover.'),
    createGuide('testing',      'docs/testing.md',      'Testing',             'Signed test deliveries, the simulator, and a clock that you move.'),
    createGuide('sdk',          'packages/sdk/README.md',        'Client library',      'The API and its webhooks in TypeScript and JavaScript.'),
    createGuide('cli',          'docs/cli.md',          'Command line',        'Listen, trigger, send gifts from a file, explain a signature.'),
    createGuide('examples',     'examples/README.md',   'Examples',            'Whole receivers in five kinds, and a sync that stays right.'),
  ] },
  { title: 'The API', guides: [
    createGuide('api',          'docs/api.md',          'Rules of the API',    'Operations, paging, idempotency, limits.'),
    createGuide('errors',       'docs/errors.md',       'Errors',              'Every code, and what to do about it.'),
    createGuide('versions',     'docs/versions.md',     'Versions',            'How they differ, how long they last, how to move on.'),
    createGuide('oauth',        'docs/oauth.md',        'OAuth',               'Access tokens for programs, and for apps that a person lets in.'),
    createGuide('mcp',          'docs/mcp.md',          'Agents',              'The server for agents, and what it may do.'),
  ] },
  { title: 'Run it yourself', guides: [
    createGuide('self-hosting', 'docs/self-hosting.md', 'Self-hosting',        'From a bare machine to production: proxy, backup, upgrade, scale.'),
    createGuide('operations',   'docs/operations.md',   'Operating',           'Every setting, the database, the key, health, logs.'),
    createGuide('scaling',      'docs/scaling.md',      'Scaling',             'Several nodes, PgBouncer, a standby, regions, and what breaks first.'),
    createGuide('mail',         'docs/mail.md',         'Mail',                'Servers, letters, reminders, bounces.'),
    createGuide('fulfilment',   'docs/fulfilment.md',   'Shipping',            'Parcels, carriers, and what they make of a gift.'),
    createGuide('privacy',      'docs/privacy.md',      'Privacy',             'What is kept, for how long, and how to take it away.'),
  ] },
  { title: 'Understand it', guides: [
    createGuide('recipients',   'docs/recipients.md',   'Pages for recipients', 'What whoever gets a gift sees.'),
    createGuide('admin-area',   'docs/admin-area.md',   'Admin area',          'Signing in, roles, and how its screens are built.'),
    createGuide('security',     'docs/security.md',     'Security model',      'What is protected against whom, how, and what is not.'),
    createGuide('architecture', 'ARCHITECTURE.md',      'Architecture',        'The rooms, seven journeys, and the ideas that hold everywhere.'),
    createGuide('changelog',    'CHANGELOG.md',         'Changelog',           'What users and operators notice.'),
  ] },
]

/** The pages as they are shown, with the decisions as they lie in their folder. */
export function readSections(): readonly Section[] {
  const files = globSync('docs/decisions/*.md', { cwd: root }).sort()
  const decisions = files.map((file) => {
    const title = (/^# (.*)$/m.exec(readText(file))?.[1] ?? file).replaceAll('`', '')
    return createGuide(file.slice('docs/'.length, -'.md'.length), file, title, '')
  })
  return [...guideSections, { title: decisionsTitle, guides: decisions }]
}

/** On this one there are too many to be named on every page. */
export const decisionsTitle = 'Decisions'

export const readText = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

export const readBytes = (file: string): Buffer => readFileSync(`${root}${file}`)

/** The pictures that pages show, by their address on the site. */
export const listScreenshots = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('docs/screenshots/**/*.{jpg,png}', { cwd: root }).map((file) => [`/${file}`, file]),
  )
