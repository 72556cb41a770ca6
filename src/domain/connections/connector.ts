import type { Validator } from '#contract'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import {
  type ConnectorSettings,
  compileSettings,
  type Texts,
  type Values,
  type ValuesOf,
} from '#platform/lib/connector-settings'

/** What a test of a connection has tried, such as `POST https://…`, and what came back. */
export interface TestResult {
  ok: boolean
  tried: string
  answer: string
}

/** Implements one port for one kind of service. `docs/connectors` describes how to write one. */
export interface Connector<Port extends string = string> {
  /** The name of its folder. */
  kind: string
  port: Port
  title: Texts
  about: Texts
  settings: ConnectorSettings
  /** A shop ships its own products only. It is never the default of its port: warehouses name it. */
  isShop?: true
  /**
   * Makes a request that changes nothing. It ends within 30 seconds. Absent if the port has rows of its own, as chats
   * have: there are no connections of this kind.
   */
  test?(values: Values, outbound: OutboundRules): Promise<TestResult>
}

/** A connector that opens an implementation of its port with the values of a connection. */
export interface OpeningConnector<Port extends string, Opened> extends Connector<Port> {
  open(values: Values, outbound: OutboundRules): Opened
  test(values: Values, outbound: OutboundRules): Promise<TestResult>
}

/** A connector as its folder declares it: its functions get the values of its own settings. */
type Definition<Declared extends OpeningConnector<string, unknown>, Settings> = Omit<
  Declared,
  'port' | 'settings' | 'open' | 'test'
> & {
  settings: Settings
  open(
    values: ValuesOf<Settings & ConnectorSettings>,
    outbound: OutboundRules,
  ): ReturnType<Declared['open']>
  test(values: ValuesOf<Settings & ConnectorSettings>, outbound: OutboundRules): Promise<TestResult>
}

/** Returns the function that declares connectors of a port. Their functions receive only values that their schemas accept. */
export const definer =
  <Declared extends OpeningConnector<string, unknown>>(port: Declared['port']) =>
  <const Settings extends ConnectorSettings>(
    definition: Definition<Declared, Settings>,
  ): Declared =>
    ({ ...definition, port }) as unknown as Declared

/** The connectors of an installation, by kind. */
export interface ConnectorRegistry {
  all: readonly Connector[]
  find(kind: string): Connector | undefined
  /** Returns whether accounts may use connections of this kind for new work. */
  isAllowed(kind: string): boolean
  /** Validates all values of a kind. */
  validatorOf(connector: Connector): Validator
  /** The addresses that the requests of connections may reach. */
  outbound: OutboundRules
}

interface RegistryOptions {
  /** The kinds that the operator allows. All kinds by default. */
  allowed?: readonly string[] | undefined
  outbound?: OutboundRules
}

/** Creates the registry. Throws if the operator allows a kind that does not exist. */
export function createRegistry(
  all: readonly Connector[] = [],
  { allowed, outbound = { allowPrivate: false } }: RegistryOptions = {},
): ConnectorRegistry {
  const byKind = new Map(all.map((connector) => [connector.kind, connector]))
  const unknown = allowed?.find((kind) => !byKind.has(kind))
  if (unknown !== undefined)
    throw new Error(
      `BESTOW_CONNECTORS names ${unknown}, which does not exist. The kinds are ${[...byKind.keys()].join(', ')}.`,
    )
  const validators = new Map(all.map(({ kind, settings }) => [kind, compileSettings(settings)]))
  return {
    all,
    find: (kind) => byKind.get(kind),
    isAllowed: (kind) => byKind.has(kind) && (allowed?.includes(kind) ?? true),
    validatorOf: ({ kind }) => validators.get(kind) ?? (() => []),
    outbound,
  }
}
