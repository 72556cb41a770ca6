import type { GuardedFetchOptions } from '#platform/http-client/guarded-fetch'
import type { ConnectorSettings, Texts, Values, ValuesOf } from '#platform/lib/connector-settings'

/*
 * The port of identity providers. A connector knows one protocol. It decides whether a response proves an identity; what
 * follows from the identity is decided here, for every protocol alike.
 */

/** The addresses that the service may connect to, and the time limit. */
export type ProviderRules = Omit<GuardedFetchOptions, 'timeoutMs' | 'maxBytes'> & {
  /** The timeout of each request to the provider, in milliseconds; 5,000 by default. */
  timeoutMs?: number
}

/** The reasons for a failed sign-on. For each reason, the web app has a text with a remedy. */
export const signOnFailures = [
  'denied',
  'expired',
  'not_a_member',
  'operator',
  'email_not_verified',
  'mismatch',
  'already_member',
  'not_confirmed',
  'provider_unreachable',
  'provider_rejected',
  'invalid_response',
] as const
export type SignOnFailureReason = (typeof signOnFailures)[number]

/**
 * A failed sign-on. For the audit log it has an error code of the protocol or the library. It never contains
 * a secret.
 */
export class SignOnFailure extends Error {
  readonly reason: SignOnFailureReason
  readonly detail: string | undefined

  constructor(reason: SignOnFailureReason, detail?: unknown) {
    super(reason)
    this.name = 'SignOnFailure'
    this.reason = reason
    this.detail = typeof detail === 'string' && /^\w{1,64}$/.test(detail) ? detail : undefined
  }
}

/** The facts that the provider states about a person. */
export interface Identity {
  /** Unique at the provider, of one person for ever, 255 characters at most. */
  subject: string
  /** The email address, if the provider has verified it. */
  email: string | undefined
  name: string | undefined
  groups: readonly string[]
  /** The provider's name for the session, with which it can end the session. */
  session: string | undefined
  /** The time when the person last entered credentials, if the provider states it. */
  authenticated_at: Date | undefined
}

/** What a connector has read from a provider, as JSON without secrets. */
export type ProviderState = Readonly<Record<string, unknown>>

/** The addresses of the service for one provider. */
export interface ProviderUrls {
  /** Where the browser brings responses: with the method GET, or as a form with POST. */
  response: string
  /** The description of the service, of connectors that have one. */
  description: string
  /** Where the provider reports that a session ends. */
  logout: string
}

/** A provider with all settings. */
export interface OpenedProvider<V = Values, State = ProviderState> {
  values: V
  state: State
  urls: ProviderUrls
}

/** The secrets of one request, which follow from the secret of the browser. */
export interface RequestSecrets {
  /** Identifies the request. The response brings it back. */
  state: string
  /** Derives a text of 43 letters, digits, `-` and `_` for a purpose. Only this browser and the service can derive it. */
  derive(purpose: string): string
}

export interface OutgoingRequest extends RequestSecrets {
  email?: string | undefined
  /** Whether the person must enter credentials again. */
  isConfirmation: boolean
}

export interface IncomingResponse extends RequestSecrets {
  /** The query or the form of the response. */
  parameters: URLSearchParams
}

/** What the settings lead to, with values in their usual form, or a problem that follows the name of a setting. */
export type CheckResult<State> =
  | { state: State; subject_scope: string; values?: Values }
  | { problem: string; setting: string }

/** The end of a session at the provider, or of all sessions of a person. At least one of subject and session is set. */
export interface ProviderLogout {
  /** Unique at the provider. A message works once. */
  id: string
  subject: string | undefined
  session: string | undefined
}

/** Implements one protocol. `docs/connectors/identity-providers.md` describes how to write one. */
export interface IdentityProvider<
  Settings extends ConnectorSettings = ConnectorSettings,
  State = ProviderState,
> {
  /** The name of its folder. */
  kind: string
  title: Texts
  about: Texts
  /** At most one of them is secret. */
  settings: Settings
  /** Returns what an admin enters at the provider. */
  registration(urls: ProviderUrls): { label: Texts; value: string }[]
  /**
   * Reads what sign-in needs from the provider, which may be a new one that must not get the secret. `subject_scope` changes
   * if its subjects mean other persons.
   */
  check(values: ValuesOf<Settings>, rules: ProviderRules): Promise<CheckResult<State>>
  /** Returns the URL of the provider that the browser opens. */
  start(
    provider: OpenedProvider<ValuesOf<Settings>, State>,
    request: OutgoingRequest,
  ): Promise<string>
  /** Finds the state of the request in a response. */
  findState(parameters: URLSearchParams): string | null
  /** Returns the identity that a response proves, and the new state of the provider. Throws `SignOnFailure`. */
  complete(
    provider: OpenedProvider<ValuesOf<Settings>, State>,
    response: IncomingResponse,
    rules: ProviderRules,
  ): Promise<{ identity: Identity; state: State }>
  /** Returns the description of the service that providers read: XML. */
  describe?(urls: ProviderUrls): string
  /** Returns whose sessions the provider ends with a message to the service. Throws `SignOnFailure`. */
  readLogout?(
    provider: OpenedProvider<ValuesOf<Settings>, State>,
    message: URLSearchParams,
    rules: ProviderRules,
  ): Promise<ProviderLogout>
}

/** A connector whose settings and state have any types. */
// biome-ignore lint/suspicious/noExplicitAny: the stored values belong to the kind of the row
export type AnyIdentityProvider = IdentityProvider<any, any>

/** Types a connector by its settings. */
export const defineIdentityProvider = <const Settings extends ConnectorSettings, State>(
  connector: IdentityProvider<Settings, State>,
): IdentityProvider<Settings, State> => connector
