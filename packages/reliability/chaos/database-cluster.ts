/** Several database servers behind one address. */
export interface DatabaseCluster {
  /** The database URL for the service. The address does not change in a failover. */
  url: string
  /** Connects to the current primary. */
  attach(): Promise<AttachedDatabase>
  stop(): Promise<void>
}

export interface AttachedDatabase {
  /** The URL of the service. */
  url: string
  /** The URL of the superuser, to whom row-level security does not apply. */
  superuserUrl: string
  detach(): Promise<void>
}
