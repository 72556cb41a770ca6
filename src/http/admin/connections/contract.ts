import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import {
  anyObject,
  boundedText,
  LocalizedText,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

export type { LocalizedText } from '../lib/schemas.ts'

export const ConnectorField = Type.Object({
  name: Type.String(),
  label: LocalizedText,
  hint: orNull(LocalizedText),
  is_integer: Type.Boolean(),
  is_long: Type.Boolean({ description: 'Whether the value has several lines.' }),
  is_secret: Type.Boolean({ description: 'No response contains the value.' }),
  choices: orNull(Type.Array(Type.String())),
  default: orNull(Type.Union([Type.String(), Type.Integer()])),
})
export type ConnectorField = Static<typeof ConnectorField>

export const ConnectorKind = Type.Object({
  kind: Type.String(),
  port: Type.String({
    description:
      'What it is for: carrier, text, mail, roster, destination, code_supplier or chat_app.',
  }),
  title: LocalizedText,
  about: LocalizedText,
  is_allowed: Type.Boolean({ description: 'Whether the operator allows this kind.' }),
  fields: Type.Array(ConnectorField),
})
export type ConnectorKind = Static<typeof ConnectorKind>

/** The runs of a connection that reads contacts or products. */
export const RosterState = Type.Object({
  is_running: Type.Boolean({
    description: 'Whether a run is in progress, or starts within seconds.',
  }),
  last_run_at: orNull(Timestamp),
  next_run_at: Timestamp,
  counts: orNull(
    Type.Object({
      added: Type.Integer(),
      changed: Type.Integer(),
      removed: Type.Integer(),
      skipped: Type.Integer(),
    }),
  ),
  refused_removals: Type.Integer({
    description: 'What the last run did not remove or archive, because it was suspiciously much.',
  }),
  problems: Type.Array(
    Type.Object({ key: Type.String(), name: orNull(Type.String()), problem: Type.String() }),
    { description: 'The first people who became no contacts, or products with problems, and why.' },
  ),
})
export type RosterState = Static<typeof RosterState>

const Money = Type.Object({
  amount_minor: Type.Integer({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String(),
})

const DifferenceKind = oneOfTexts(
  'paid_there_only',
  'paid_here_only',
  'other_amount',
  'other_currency',
  'paid_twice',
)

/** The daily comparison of a connection that sells codes. */
export const ReconciliationState = Type.Object({
  is_running: Type.Boolean({
    description: 'Whether a run is in progress, or starts within seconds.',
  }),
  last_run_at: orNull(Timestamp),
  next_run_at: Timestamp,
  problem: orNull(Type.String({ description: 'Why the last run is not complete.' })),
  compared: orNull(
    Type.Object(
      { since: Timestamp, until: Timestamp },
      { description: 'The purchases that the last complete run has compared.' },
    ),
  ),
  balance: orNull(Money),
  is_low: Type.Boolean({ description: 'Whether the balance is low, or an order was refused.' }),
  spent: Type.Array(Money, { description: 'What was bought in the last 30 days, by currency.' }),
  differences: Type.Array(
    Type.Object({
      kind: DifferenceKind,
      order_ref: Type.String({ description: 'The number of the order at the supplier.' }),
      purchase_id: orNull(Type.String({ description: 'Its key. Null without a purchase here.' })),
      here: orNull(Money),
      there: orNull(Money),
      ordered_at: Timestamp,
      found_at: Timestamp,
    }),
    { description: 'The newest differences that no user has accepted, at most 50.' },
  ),
  difference_count: Type.Integer(),
})
export type ReconciliationState = Static<typeof ReconciliationState>

/** How the gifts are sent that buyers pay in the checkout of a shop. */
export const CheckoutSettings = Type.Object({
  campaign_id: Type.String({ maxLength: 36 }),
  sender_id: Type.String({
    maxLength: 36,
    description: 'The user who gets replies and thank-you notes.',
  }),
})
export type CheckoutSettings = Static<typeof CheckoutSettings>

/** A connection without its credentials, which no response contains. */
export const Connection = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  port: Type.String(),
  name: Type.String(),
  settings: anyObject,
  enabled: Type.Boolean(),
  is_default: Type.Boolean(),
  webhook_url: orNull(Type.String({ description: 'Where the service sends its messages.' })),
  last_success_at: orNull(Timestamp),
  last_error: orNull(Type.String()),
  last_error_at: orNull(Timestamp),
  failing_since: orNull(Timestamp),
  roster: orNull(RosterState),
  reconciliation: orNull(ReconciliationState),
  checkout: orNull(CheckoutSettings),
  created_at: Timestamp,
})
export type Connection = Static<typeof Connection>

const WarehouseChoice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  connection_id: orNull(Type.String({ description: 'Null for the default of the account.' })),
})
export type WarehouseChoice = Static<typeof WarehouseChoice>

const connectionName = boundedText(100)

export const listConnections = operation('GET', '/connections', {
  permission: 'administration',
  summary: 'list the connections, the kinds, and the warehouses with their connections',
  reply: Type.Object({
    ...page(Connection).properties,
    kinds: Type.Array(ConnectorKind),
    warehouses: Type.Array(WarehouseChoice),
  }),
})

export const addConnection = operation('POST', '/connections', {
  permission: 'administration',
  clock: 'real',
  summary: 'add a connection with its credentials',
  body: Type.Object({ kind: boundedText(50), name: connectionName, settings: anyObject }, strict),
  status: 201,
  reply: Connection,
})

export const changeConnection = operation('PATCH', '/connections/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'rename a connection, change its settings, disable it, or make it the default',
  body: Type.Partial(
    Type.Object({
      name: connectionName,
      settings: anyObject,
      enabled: Type.Boolean(),
      is_default: Type.Literal(true),
    }),
    strict,
  ),
  reply: Connection,
})

export const removeConnection = operation('DELETE', '/connections/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'delete a connection that nothing uses, with its credentials',
})

export const testConnection = operation('POST', '/connections/:id/test', {
  permission: 'administration',
  summary: 'try a request that changes nothing, and say what came back',
  weight: 10,
  reply: Type.Object({ ok: Type.Boolean(), tried: Type.String(), answer: Type.String() }),
})

export const acceptDifferences = operation('POST', '/connections/:id/accept-differences', {
  permission: 'administration',
  clock: 'real',
  summary: 'accept differences between the orders of a supplier and the purchases here',
  body: Type.Object(
    {
      differences: Type.Array(
        Type.Object({ kind: DifferenceKind, order_ref: boundedText(200) }, strict),
        { minItems: 1, maxItems: 50 },
      ),
    },
    strict,
  ),
})

export const runRoster = operation('POST', '/connections/:id/run', {
  permission: 'administration',
  clock: 'real',
  summary:
    'read the contacts, products or orders of a connection now, and remove also suspiciously many',
  weight: 10,
  body: Type.Object({ accepts_removals: Type.Boolean() }, strict),
})

export const changeCheckout = operation('PUT', '/connections/:id/checkout', {
  permission: 'administration',
  clock: 'real',
  summary: 'choose how gifts of the checkout of a shop are sent, or that none are taken',
  body: Type.Object(
    {
      campaign_id: orNull(CheckoutSettings.properties.campaign_id),
      sender_id: orNull(CheckoutSettings.properties.sender_id),
    },
    strict,
  ),
})

export const chooseWarehouseConnection = operation('PUT', '/connections/warehouses/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'choose the connection that a warehouse ships with',
  body: Type.Object({ connection_id: orNull(Type.String({ maxLength: 36 })) }, strict),
  reply: WarehouseChoice,
})
