import { type FieldError, throwIfAny } from '#contract'
import { mergeSettings, type SettingsInput, type Values } from '#platform/lib/connector-settings'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import * as store from './connection-store.ts'
import type { Connector, ConnectorRegistry, TestResult } from './connector.ts'
import { decryptValues, toColumns } from './settings.ts'
import type { ConnectionRow } from './tables.ts'

const maxConnections = 50

export interface NewConnection {
  kind: string
  name: string
  settings: SettingsInput
}

/**
 * Adds a connection. The first connection of a port becomes its default.
 *
 * @throws ApiError with all invalid fields
 */
export async function create(
  ctx: TxContext,
  { kind, name, settings }: NewConnection,
  registry: ConnectorRegistry,
): Promise<ConnectionRow> {
  await lockUntilEnd(ctx, `connections of ${ctx.account_id}`)
  const existing = await store.list(ctx)
  const connector = registry.isAllowed(kind) ? registry.find(kind) : undefined
  if (connector?.test === undefined || existing.length >= maxConnections)
    return throwProblem(connector?.test === undefined ? unknownKind(registry) : tooMany)
  const { values, problems } = mergeSettings(
    connector.settings,
    registry.validatorOf(connector),
    settings,
  )
  throwIfAny([...findNameProblems(existing, name), ...problems])
  const row = buildRow(ctx, connector, name, values)
  const is_default =
    connector.isShop !== true &&
    !existing.some((each) => each.port === connector.port && !registry.find(each.kind)?.isShop)
  await store.insert(ctx, { ...row, is_default })
  return { ...row, is_default }
}

const buildRow = (
  ctx: TxContext,
  connector: Connector,
  name: string,
  values: Values,
): ConnectionRow => {
  const id = newId()
  return {
    account_id: ctx.account_id,
    id,
    port: connector.port,
    kind: connector.kind,
    name,
    ...toColumns(ctx, { id }, connector, values),
    enabled: true,
    is_default: false,
    last_success_at: null,
    last_error: null,
    last_error_at: null,
    failing_since: null,
    failures: 0,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

function throwProblem(problem: FieldError): never {
  throwIfAny([problem])
  throw new Error('throwIfAny returned with a problem')
}

const unknownKind = ({ all, isAllowed }: ConnectorRegistry): FieldError => {
  const kinds = all.flatMap(({ kind, test }) =>
    test !== undefined && isAllowed(kind) ? [kind] : [],
  )
  const choice = kinds.length === 0 ? 'the operator allows none' : `one of ${kinds.join(', ')}`
  return { code: 'invalid', param: 'kind', message: `must be a kind that is allowed: ${choice}` }
}

const tooMany: FieldError = {
  code: 'not_allowed',
  param: 'name',
  message: `cannot be added: an account may have ${maxConnections} connections. Delete one that is no longer needed.`,
}

const noDefault: FieldError = {
  code: 'not_allowed',
  param: 'is_default',
  message: 'is not for shops, which ship their own products only. Choose the shop for a warehouse',
}

const findNameProblems = (others: readonly ConnectionRow[], name: string): FieldError[] =>
  others.some((other) => other.name === name)
    ? [{ code: 'invalid', param: 'name', message: 'is the name of another connection' }]
    : []

export interface ConnectionChange {
  name?: string
  settings?: SettingsInput
  enabled?: boolean
  /** Only true: another connection takes the default away. */
  is_default?: true
}

/**
 * Changes the given members. Changed settings end the failing state, because the failures concern the former ones.
 * Returns undefined if the connection does not exist.
 *
 * @throws ApiError with all invalid fields
 */
export async function change(
  ctx: TxContext,
  id: string,
  { name, settings, enabled, is_default }: ConnectionChange,
  registry: ConnectorRegistry,
): Promise<ConnectionRow | undefined> {
  await lockUntilEnd(ctx, `connections of ${ctx.account_id}`)
  const row = isId(id) ? await store.lock(ctx, id) : undefined
  if (row === undefined) return undefined
  const others = (await store.list(ctx)).filter((other) => other.id !== row.id)
  const { columns, problems } = changeSettings(ctx, row, settings, registry)
  if (is_default === true && registry.find(row.kind)?.isShop) problems.push(noDefault)
  throwIfAny([...(name === undefined ? [] : findNameProblems(others, name)), ...problems])
  if (is_default === true) store.clearDefault(ctx, row.port)
  const changed = {
    ...row,
    ...(columns && { ...columns, failing_since: null, failures: 0 }),
    name: name ?? row.name,
    enabled: enabled ?? row.enabled,
    is_default: is_default ?? row.is_default,
    updated_at: ctx.now,
  }
  await store.update(ctx, row, changed)
  return changed
}

function changeSettings(
  ctx: TxContext,
  row: ConnectionRow,
  input: SettingsInput | undefined,
  registry: ConnectorRegistry,
): { columns?: ReturnType<typeof toColumns>; problems: FieldError[] } {
  if (input === undefined) return { problems: [] }
  const connector = registry.find(row.kind)
  if (connector === undefined) return { problems: [unknownKind(registry)] }
  const { values, problems } = mergeSettings(
    connector.settings,
    registry.validatorOf(connector),
    input,
    decryptValues(ctx, row),
  )
  problems.push(...findMoveProblems(row, connector, values))
  if (problems.length > 0) return { problems }
  return { columns: toColumns(ctx, row, connector, values), problems }
}

/** Returns the errors of another address of a shop: its products have the ids of this shop. */
const findMoveProblems = (row: ConnectionRow, connector: Connector, values: Values): FieldError[] =>
  Object.entries(connector.settings).flatMap(([name, { receivesSecrets }]) =>
    connector.isShop && receivesSecrets && values[name] !== row.settings[name]
      ? [{ code: 'not_allowed', param: `settings.${name}`, message: movedMessage }]
      : [],
  )

const movedMessage =
  'cannot change, because the products belong to this shop. Delete the connection and add another one: products with the same SKUs stay'

/** Deletes a connection. The caller has locked it, and knows that nothing uses it. */
export const remove = async (ctx: TxContext, id: string): Promise<boolean> =>
  (await store.remove(ctx, id)) > 0

/**
 * Tests a connection outside any transaction, and stores the result as its health. Returns undefined if the connection
 * does not exist.
 */
export async function test(
  db: Database,
  account_id: string,
  id: string,
  registry: ConnectorRegistry,
): Promise<(TestResult & { connection: ConnectionRow }) | undefined> {
  const opened = await inTransaction(db, account_id, (ctx) => open(ctx, id, registry))
  if (opened === undefined) return undefined
  const result = await runTest(opened, registry)
  await inTransaction(db, account_id, async (ctx) =>
    recordResult(ctx, id, result.ok ? undefined : result.answer),
  )
  return { ...result, connection: opened.connection }
}

async function runTest(
  { connector, values }: OpenedConnection,
  { outbound }: ConnectorRegistry,
): Promise<TestResult> {
  try {
    return (await connector.test?.(values, outbound)) ?? noTest
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error)
    return { ok: false, tried: connector.kind, answer }
  }
}

const noTest: TestResult = { ok: false, tried: '', answer: 'this kind cannot be tested' }

/** A connection whose credentials are decrypted. */
export interface OpenedConnection {
  connection: ConnectionRow
  connector: Connector
  values: Values
}

/** Returns a connection with its credentials, also one that is disabled: what it has bought remains reachable. */
export async function open(
  ctx: TxContext,
  id: string,
  registry: ConnectorRegistry,
): Promise<OpenedConnection | undefined> {
  const connection = isId(id) ? await store.find(ctx, id) : undefined
  const connector = connection && registry.find(connection.kind)
  return connection && connector
    ? { connection, connector, values: decryptValues(ctx, connection) }
    : undefined
}

const maxReasonLength = 500

/**
 * Stores the result of a request of a connection: the reason of a failure, or undefined after a success. An urgent failure
 * needs attention at once.
 */
export function recordResult(
  ctx: TxContext,
  id: string,
  reason: string | undefined,
  { isUrgent = false } = {},
): void {
  if (reason === undefined) store.storeSuccess(ctx, id)
  else store.storeFailure(ctx, id, reason.slice(0, maxReasonLength), isUrgent ? minFailures : 1)
}

/** The failures in a row after which a connection needs attention. */
const minFailures = 3

export const findFailing = (ctx: TxContext) => store.findFailing(ctx, minFailures)
