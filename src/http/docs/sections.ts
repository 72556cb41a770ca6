import { globSync, readFileSync } from 'node:fs'
import { projectPath } from '#platform/lib/project-files'

/** A page of the documentation: its path on the site and its source file in the repository. */
export interface Guide {
  /** the path of the page, relative to `/docs/` */
  name: string
  /** the path of the file, relative to the root of the repository */
  file: string
  title: string
  description: string
}

export interface Section {
  title: string
  guides: readonly Guide[]
}

const createGuide = (name: string, file: string, title: string, description: string): Guide => ({
  name,
  file,
  title,
  description,
})

/**
 * The guides of each section. A new file in `docs` needs a line in this list. A test reports a missing line.
 */
// biome-ignore format: read down the columns
const guideSections: readonly Section[] = [
  { title: 'Get started', guides: [
    createGuide('quick-start',  'docs/quick-start.md',  'Quick start',         'From nothing to a verified webhook in under three minutes.'),
    createGuide('features',     'docs/features.md',     'Features',            'What Bestow does today.'),
    createGuide('webhooks',     'docs/webhooks.md',     'Receiving webhooks',  'Verify, deduplicate, handle any order, rotate secrets, recover.'),
    createGuide('destinations', 'docs/destinations.md', 'Events in a message broker', 'Events in your own broker, from key to first event.'),
    createGuide('hubspot',      'docs/hubspot.md',      'HubSpot',             'The last gift of each contact, and gifts from a workflow.'),
    createGuide('n8n',          'docs/n8n.md',          'n8n',                 'Nodes that send gifts, and that start workflows.'),
    createGuide('n8n-nodes',    'packages/n8n-nodes-bestow/README.md', 'n8n nodes', 'Installation and the first gift.'),
    createGuide('slack',        'docs/slack.md',        'Slack',               'Gifts, approvals and thank-you notes in Slack, from the manifest to the first gift.'),
    createGuide('attention',    'docs/attention.md',    'What needs attention', 'Stalled gifts, bounces and failing endpoints: feed, webhooks, chats.'),
    createGuide('testing',      'docs/testing.md',      'Testing',             'Signed test deliveries, the simulator, and a test clock.'),
    createGuide('sdk',          'packages/sdk/README.md',        'Client library',      'The API and its webhooks in TypeScript and JavaScript.'),
    createGuide('python',       'docs/python.md',       'Python',              'The API and its webhooks in Python, in five minutes.'),
    createGuide('python-library', 'packages/python/README.md', 'Python library',    'Every part of the Python library.'),
    createGuide('cli',          'docs/cli.md',          'Command line',        'Listen, trigger, send gifts from a file, explain a signature.'),
    createGuide('examples',     'examples/README.md',   'Examples',            'Complete receivers in five variants, and a reliable sync.'),
  ] },
  { title: 'The API', guides: [
    createGuide('api',          'docs/api.md',          'Rules of the API',    'Operations, paging, idempotency, limits.'),
    createGuide('errors',       'docs/errors.md',       'Errors',              'Every error code and its remedy.'),
    createGuide('versions',     'docs/versions.md',     'Versions',            'Differences, support periods, and how to upgrade.'),
    createGuide('oauth',        'docs/oauth.md',        'OAuth',               'Access tokens for programs, and for apps that an admin authorizes.'),
    createGuide('mcp',          'docs/mcp.md',          'Agents',              'The MCP server for agents, and its permissions.'),
  ] },
  { title: 'Recipes', guides: [
    createGuide('recipes/crm-contacts',  'docs/recipes/crm-contacts.md',  'Gifts in your CRM',          'Webhooks update contacts, with duplicates and disorder.'),
    createGuide('recipes/hr-onboarding', 'docs/recipes/hr-onboarding.md', 'A gift on the first day',    'A list of starters becomes scheduled gifts.'),
    createGuide('recipes/refund-gift',   'docs/recipes/refund-gift.md',   'An apology from support',    'A gift to a known address, after an approval.'),
    createGuide('recipes/shop-order',    'docs/recipes/shop-order.md',    'A gift for a large order',   'The order webhook of a shop, idempotent.'),
  ] },
  { title: 'Questions', guides: [
    createGuide('questions/email-not-received', 'docs/questions/email-not-received.md', 'The email did not arrive', 'What the state of an email means, and how the recipient opens the gift without it.'),
    createGuide('questions/gift-not-opened', 'docs/questions/gift-not-opened.md', 'The gift is not opened', 'Reminders, expiry, renewal, and what it costs.'),
    createGuide('questions/change-or-cancel', 'docs/questions/change-or-cancel.md', 'Changing or cancelling a gift', 'What can change until when.'),
    createGuide('questions/another-gift-or-address', 'docs/questions/another-gift-or-address.md', 'Another gift or address', 'What recipients change themselves, and until when.'),
    createGuide('questions/damaged-or-lost', 'docs/questions/damaged-or-lost.md', 'Damaged, wrong or lost', 'Reports with photos, replacements, and parcels that do not arrive.'),
    createGuide('questions/who-sees-the-address', 'docs/questions/who-sees-the-address.md', 'Who sees the address', 'Recipients, senders, admins, packers, and programs.'),
    createGuide('questions/other-countries', 'docs/questions/other-countries.md', 'Gifts to other countries', 'Places, customs, duties, and stock nearby.'),
    createGuide('questions/what-does-it-cost', 'docs/questions/what-does-it-cost.md', 'What a gift costs', 'What counts, from when, and how to limit it.'),
    createGuide('questions/signature-fails', 'docs/questions/signature-fails.md', 'The signature does not match', 'The usual mistake, and two tools that name it.'),
    createGuide('questions/missing-or-repeated-events', 'docs/questions/missing-or-repeated-events.md', 'Missing or repeated events', 'Duplicates, order, and where an event was lost.'),
  ] },
  { title: 'Run it yourself', guides: [
    createGuide('self-hosting', 'docs/self-hosting.md', 'Self-hosting',        'From a bare machine to production: proxy, backup, upgrade, scale.'),
    createGuide('operations',   'docs/operations.md',   'Operating',           'Every setting, the database, the key, health, logs.'),
    createGuide('scaling',      'docs/scaling.md',      'Scaling',             'Several nodes, PgBouncer, a standby, regions, and limits.'),
    createGuide('mail',         'docs/mail.md',         'Mail',                'Mail servers, templates, reminders, bounces.'),
    createGuide('fulfilment',   'docs/fulfilment.md',   'Shipping',            'Parcels, carriers, and the states of a gift.'),
    createGuide('digital-gifts', 'docs/digital-gifts.md', 'Digital gifts',       'Codes, links and files: import, reveal, replacement.'),
    createGuide('donations',    'docs/donations.md',    'Donations',           'Charities, amounts, totals by month, and payments.'),
    createGuide('approvals',    'docs/approvals.md',    'Approval of sends',   'Which sends wait for an approver, limits, decisions, and what the rule covers.'),
    createGuide('spend',        'docs/spend.md',        'Spend and budgets',   'Unit costs, what gifts cost, the spend report, cost centres and budgets.'),
    createGuide('teams',        'docs/teams.md',        'Teams',               'Who sends for which cost centre, purchase order and budget, and which campaigns.'),
    createGuide('connectors',   'docs/connectors/README.md', 'Connections',    'Carriers, mail servers and numbers of an account itself.'),
    createGuide('connectors/identity-providers', 'docs/connectors/identity-providers.md', 'Identity providers', 'The contract of a protocol for single sign-on, and the kit that attacks it.'),
    createGuide('connectors/carriers', 'docs/connectors/carriers.md', 'Writing a carrier', 'A connector step by step, its contract, and the kit that attacks it.'),
    createGuide('connectors/mail-senders', 'docs/connectors/mail-senders.md', 'Writing a mail sender', 'The contract of the port for emails, and its kit.'),
    createGuide('connectors/destinations', 'docs/connectors/destinations.md', 'Writing a destination', 'The contract of the port that publishes events to brokers, and its kit.'),
    createGuide('connectors/rosters', 'docs/connectors/rosters.md', 'Writing a roster', 'The contract of the port that reads people, such as address books, and its kit.'),
    createGuide('connectors/shops', 'docs/connectors/shops.md', 'Writing a shop', 'The contract of a carrier that also has products.'),
    createGuide('connectors/text-senders', 'docs/connectors/text-senders.md', 'Writing a text sender', 'The contract of the port for text messages, and its kit.'),
    createGuide('connectors/code-suppliers', 'docs/connectors/code-suppliers.md', 'Writing a code supplier', 'The contract of the port that sells codes, and the kit that attacks it.'),
    createGuide('connectors/tremendous', 'docs/connectors/tremendous.md', 'Tremendous', 'From the key to the first gift with a link that is bought.'),
    createGuide('connectors/runa', 'docs/connectors/runa.md', 'Runa', 'From the key of the playground to the first gift with a payout link.'),
    createGuide('connectors/reloadly', 'docs/connectors/reloadly.md', 'Reloadly', 'From the credentials to the first gift with a code that is bought.'),
    createGuide('connectors/chat-apps', 'docs/connectors/chat-apps.md', 'Writing a chat app', 'The contract of the port for chats in which members act, and its kit.'),
    createGuide('connectors/chats', 'docs/connectors/chats.md', 'Writing a chat', 'The contract of the port for chats, and its kit.'),
    createGuide('packing',      'docs/packing.md',      'Packing and shipping by hand', 'The packing station, for the people who pack.'),
    createGuide('warehouse',    'docs/warehouse.md',    'A warehouse elsewhere', 'Orders to a logistics company, and tracking from it.'),
    createGuide('shops',        'docs/shops.md',        'Shops',               'Products, stock and orders of a shop, from the key to the first gift.'),
    createGuide('privacy',      'docs/privacy.md',      'Privacy',             'Stored personal data, retention, export and erasure.'),
  ] },
  { title: 'Concepts', guides: [
    createGuide('recipients',   'docs/recipients.md',   'Pages for recipients', 'The pages on which recipients redeem a gift.'),
    createGuide('occasions',    'docs/occasions.md',    'Occasions',           'Rules that send gifts on birthdays and other days of contacts.'),
    createGuide('contacts',     'docs/contacts.md',     'Contacts',            'People before their first gift: import, groups, duplicates.'),
    createGuide('moving',       'docs/moving.md',       'Moving from another product', 'Recipients and contacts from Goody, Snappy, Sendoso and Tremendous.'),
    createGuide('catalogue',    'docs/catalogue.md',    'Catalogue',           'Destinations, age limits, import and export.'),
    createGuide('one-links',    'docs/one-links.md',    'One-links',           'How claims work, their limits, and the waiting list.'),
    createGuide('admin-area',   'docs/admin-area.md',   'Admin area',          'Sign-in, roles, and the structure of its pages.'),
    createGuide('single-sign-on', 'docs/single-sign-on.md', 'Single sign-on',   'OpenID Connect for members: set-up, requirement, failures.'),
    createGuide('provisioning', 'docs/provisioning.md', 'Provisioning',        'People and groups from an identity provider with SCIM 2.0.'),
    createGuide('security',     'docs/security.md',     'Security model',      'Protected assets, threats, measures, and known limits.'),
    createGuide('architecture', 'ARCHITECTURE.md',      'Architecture',        'Layers, modules, where to add something, and the main flows.'),
    createGuide('changelog',    'CHANGELOG.md',         'Changelog',           'Changes that users and operators notice.'),
  ] },
]

/** Returns the sections of the site. The last section contains the decisions from their folder. */
export function readSections(): readonly Section[] {
  const files = globSync('docs/decisions/*.md', { cwd: projectPath('') }).sort()
  const decisions = files.map((file) => {
    const title = (/^# (.*)$/m.exec(readText(file))?.[1] ?? file).replaceAll('`', '')
    return createGuide(file.slice('docs/'.length, -'.md'.length), file, title, '')
  })
  return [...guideSections, { title: decisionsTitle, guides: decisions }]
}

/** The title of the section with the decisions. It has too many pages for the navigation. */
export const decisionsTitle = 'Decisions'

export const readText = (file: string): string => readFileSync(projectPath(file), 'utf8')

export const readBytes = (file: string): Buffer => readFileSync(projectPath(file))

/** Lists the screenshots of the guides by their path on the site. */
export const listScreenshots = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('docs/screenshots/**/*.webp', { cwd: projectPath('') }).map((file) => [
      `/${file}`,
      file,
    ]),
  )
