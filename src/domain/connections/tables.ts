import type { Values } from '#platform/lib/connector-settings'

/** A row of connections.connection without its credentials. */
export interface Connection {
  account_id: string
  id: string
  port: string
  kind: string
  name: string
  /** The settings that are not secret. */
  settings: Values
  enabled: boolean
  /** Whether new work of the port uses this connection unless something names another one. */
  is_default: boolean
  last_success_at: Date | null
  /** The last failure, which remains after a success. */
  last_error: string | null
  last_error_at: Date | null
  /** The time of the first failure since the last success. */
  failing_since: Date | null
  /** The number of failures since the last success. */
  failures: number
  created_at: Date
  updated_at: Date
}

export interface ConnectionRow extends Connection {
  encrypted_credentials: Buffer
}

export const credentialsContext = (connection_id: string): string =>
  `connections.connection ${connection_id}`
